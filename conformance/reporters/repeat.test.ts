import { expect, test } from 'vitest';
import type { Exchange } from '../client/exchange.ts';
import { repeatCommand } from './repeat.ts';

function exchange(request: Partial<Exchange['request']>): Exchange {
  const url = 'http://127.0.0.1:4242/v1/videos';
  return { n: 1, probe: 'p', label: 'basic', at: 0, ms: 0, request: { method: 'GET', url, headers: [], ...request } };
}

const repeat = (request: Partial<Exchange['request']>): string => repeatCommand(exchange(request));
const PLACE = "'http://127.0.0.1:4242/v1/videos'";

test.each<[string, Partial<Exchange['request']>, string]>([
  [
    'a key is an environment variable',
    { headers: [['Authorization', 'Bearer [key primary]']] },
    `curl -i -H "Authorization: Bearer $STANDIN_API_KEY" ${PLACE}`,
  ],
  [
    'characters around a key stay separate from it, and do not run commands',
    { headers: [['X', '"`$(x) [key poor]0']] },
    `curl -i -H "X: \\"\\\`\\$(x) \${STANDIN_API_KEY_POOR}0" ${PLACE}`,
  ],
  [
    'the shell removes a character from a key',
    { headers: [['Authorization', 'Bearer [key primary] less its last characterx']] },
    `curl -i -H "Authorization: Bearer \${STANDIN_API_KEY%?}x" ${PLACE}`,
  ],
  [
    'a key without an account does not need a variable',
    { headers: [['Authorization', 'Bearer [key unknown]']] },
    `curl -i -H 'Authorization: Bearer no-such-key' ${PLACE}`,
  ],
  [
    'a key in another form is reported',
    { headers: [['Authorization', 'Basic [key primary]']], isRespelled: true },
    `curl -i -H "Authorization: Basic $STANDIN_API_KEY" ${PLACE}\n# The kit sent the key in an unusual form: basic.`,
  ],
  [
    'a header without a value is sent',
    { headers: [['Idempotency-Key', '']] },
    `curl -i -H 'Idempotency-Key;' ${PLACE}`,
  ],
  [
    'a body keeps its type, or stays without a type',
    { method: 'POST', headers: [['Content-Length', '2']], body: '{}' },
    `curl -i -X POST -H 'Content-Type:' --data-raw '{}' ${PLACE}`,
  ],
  [
    'a body that is not text goes through a pipe',
    {
      method: 'POST',
      headers: [['Content-Type', 'a/b']],
      body: '\ufffd%',
      base64: Buffer.from([255, 37]).toString('base64'),
    },
    `printf '\\377%%' | curl -i -X POST -H 'Content-Type: a/b' --data-binary @- ${PLACE}`,
  ],
  [
    'a request target of its own',
    { form: { target: '/v1/..%2f' }, url: 'http://127.0.0.1:4242/v1/..%2f' },
    "curl -i --request-target '/v1/..%2f' 'http://127.0.0.1:4242/v1/..%2f'",
  ],
  [
    'a header in Latin-1 is written byte for byte',
    { headers: [['Idempotency-Key', '\u00e9']] },
    "printf 'GET /v1/videos HTTP/1.1\\r\\nHost: 127.0.0.1:4242\\r\\nConnection: close\\r\\nIdempotency-Key: \\351\\r\\n\\r\\n' | nc '127.0.0.1' 4242",
  ],
  [
    'two hosts, over TLS',
    {
      url: 'https://api.example/v1/videos',
      form: { hosts: ['a', 'b'] },
      headers: [['Authorization', 'Bearer [key primary]']],
    },
    `printf 'GET /v1/videos HTTP/1.1\\r\\nHost: a\\r\\nHost: b\\r\\nConnection: close\\r\\nAuthorization: Bearer %s\\r\\n\\r\\n' "$STANDIN_API_KEY" | openssl s_client -quiet -connect 'api.example:443' -servername 'api.example'`,
  ],
  [
    'a body that waits',
    {
      method: 'POST',
      form: { version: '1.1', holdsBody: true },
      headers: [
        ['Connection', 'close'],
        ['Content-Length', '2'],
      ],
      body: "'{",
    },
    "(printf 'POST /v1/videos HTTP/1.1\\r\\nHost: 127.0.0.1:4242\\r\\nConnection: close\\r\\nContent-Length: 2\\r\\n\\r\\n'; sleep 5; printf '\\047{') | nc '127.0.0.1' 4242",
  ],
])('%s', (_, request, command) => {
  expect(repeat(request)).toBe(command);
});

test('for a long body, the beginning and the address are shown', () => {
  const command = repeatCommand(exchange({ method: 'POST', body: 'x'.repeat(5000) }), 100);
  expect(command).toContain(`--data-raw '${'x'.repeat(100)}… (4900 more characters)' ${PLACE}`);
});
