import { expect, test } from 'vitest';

import { curlOf } from './command.ts';

const URL = 'http://127.0.0.1:4242/v1/videos';

test('the curl command sends the headers and the body of the form', () => {
  const headers = { authorization: 'Bearer sk_standin_qa', 'idempotency-key': 'one' };
  expect(curlOf(URL, headers, { prompt: "a boat's wake", audio: false })).toBe(
    String.raw`curl ${URL} \
  -H 'authorization: Bearer sk_standin_qa' \
  -H 'idempotency-key: one' \
  -d '{"prompt":"a boat'\''s wake","audio":false}'`,
  );
});
