import { expect, test } from 'vitest';

import { commandsOn, curlOf, jsonOf, withVariables, type PanelCommand } from './command.ts';

const URL = 'http://127.0.0.1:4242/v1/videos';

test('the curl command sends the headers and the body of the form', () => {
  const headers = Object.entries({ authorization: 'Bearer sk_standin_qa', 'idempotency-key': 'one' });
  expect(curlOf({ method: 'POST', url: URL, headers, body: jsonOf({ prompt: "a boat's wake", audio: false }) })).toBe(
    String.raw`curl -g -X POST http://127.0.0.1:4242/v1/videos \
  -H 'authorization: Bearer sk_standin_qa' \
  -H 'idempotency-key: one' \
  --data-raw '{"prompt":"a boat'\''s wake","audio":false}'`,
  );
});

const on = commandsOn('qa');

test('ids of generations are variables, in the order of the list', () => {
  const ids = ['0', '1', '2'].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`);
  const move = (id = ''): PanelCommand => on.move(id, 'running');
  expect(withVariables([on.reset(), move(ids[2]), move(ids[0])], ids)).toBe(`await standin.reset();
const generations = await standin.generations.list(); // the latest first
await standin.generations.move(generations[1].id, {status: "running"});
await standin.generations.move(generations[0].id, {status: "running"});`);
  expect(withVariables([on.reset()], ids)).toBe('await standin.reset();');
});
