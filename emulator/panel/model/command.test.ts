import { expect, test } from 'vitest';

import { usageOf } from './command.ts';

const URL = 'http://127.0.0.1:4242/v1/videos';

test('each language sends the headers and the body of the form', () => {
  const headers = { authorization: 'Bearer sk_standin_qa', 'idempotency-key': 'one' };
  const texts = usageOf(URL, headers, { prompt: "a boat's wake", audio: false });
  expect(texts['curl']).toBe(
    String.raw`curl ${URL} \
  -H 'authorization: Bearer sk_standin_qa' \
  -H 'idempotency-key: one' \
  -d '{"prompt":"a boat'\''s wake","audio":false}'`,
  );
  expect(texts['TypeScript']).toContain(String.raw`JSON.stringify({ prompt: 'a boat\'s wake', audio: false })`);
  expect(texts['Python']).toContain(String.raw`body = '{"prompt":"a boat\'s wake","audio":false}'.encode()`);
});
