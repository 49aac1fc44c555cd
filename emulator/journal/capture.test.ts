/** Captured requests are cut to size and free of keys, whether or not the quick search suspects one. */

import { constantFrom, option, property, record, string, assert, tuple, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';

import type { Entry } from './entry.ts';
import { hashOf } from './entry.ts';
import { createRedactors, REDACTED, type Redactors } from './redact.ts';
import { anEntry, type SomeFacts } from '../../test/support/journal/some-entry.ts';

const LISTED = 'live/key+of.the~house';
const OWN = 'hunter2"hunter2';
const BODY_LIMIT = 100;
const { redactorFor } = createRedactors([LISTED]);
/** Looks at every text as if a key were in it. */
const always: Redactors['redactorFor'] = (secrets) => ({ ...redactorFor(secrets), suspects: () => true });

function captured(facts: SomeFacts, redactors = redactorFor): Entry {
  return anEntry({ target: '/', ...facts }, { redactorFor: redactors, bodyLimit: BODY_LIMIT });
}

const HEADERS = ['content-type', 'user-agent', 'range', 'idempotency-key'] as const;
const JSON_HEADERS = { 'content-type': 'application/json' };

test('short texts without a secret are kept unchanged', () => {
  const entry = captured({
    requestId: 'r',
    method: 'POST',
    target: '/v1/videos',
    sent: { 'content-type': 'a', 'user-agent': 'b', range: 'c', 'idempotency-key': 'd', accept: 'e' },
    status: 202,
    headers: JSON_HEADERS,
    responseBody: '{"id":1}',
    requestBody: '{"é":1}',
    account: 'a',
    key: 'fp',
    operation: 'create',
    at: 7,
    realAt: 3,
    startedAt: 1,
    engineMs: 2,
    ending: 'crashed',
    steps: [{ ...NO_STEP, generation: 'g', statusAfter: 'pending' }],
  });
  expect(entry).toMatchObject({
    request_id: 'r',
    account: 'a',
    key: 'fp',
    operation: 'create',
    at: '1970-01-01T00:00:00.007Z',
    real_at: '1970-01-01T00:00:00.003Z',
    method: 'POST',
    path: '/v1/videos',
    connection: null,
    request: {
      has_authorization: false,
      content_type: 'a',
      user_agent: 'b',
      range: 'c',
      idempotency_key: 'd',
      if_range: null,
      bytes: 8,
      body: '{"é":1}',
    },
    status: 202,
    code: null,
    response: { headers: JSON_HEADERS, body: '{"id":1}' },
    generation: 'g',
    changes: [{ generation: { id: 'g', before: null, after: 'pending' }, ledger: null }],
    ending: 'crashed',
    timing: { arrived_ms: 1, engine_ms: 2 },
  });
  expect(JSON.stringify(entry)).not.toContain('accept');
});

const NO_STEP = {
  generation: undefined,
  statusBefore: undefined,
  statusAfter: undefined,
  ledgerBefore: undefined,
  ledgerAfter: undefined,
};

test('each kept header has a field of its own, and an empty one is kept, too', () => {
  const fields = {
    'idempotency-key': 'idempotency_key',
    range: 'range',
    'if-range': 'if_range',
    'if-match': 'if_match',
    'if-none-match': 'if_none_match',
    'if-modified-since': 'if_modified_since',
    'if-unmodified-since': 'if_unmodified_since',
    'content-type': 'content_type',
    'user-agent': 'user_agent',
    'x-stainless-retry-count': 'retry_count',
    'amz-sdk-request': 'retry_count',
  };
  const nothing = captured({}).request;
  for (const [name, field] of Object.entries(fields)) {
    expect(captured({ sent: { [name]: 'its value' } }).request).toEqual({ ...nothing, [field]: 'its value' });
    expect(captured({ sent: { [name]: '' } }).request).toEqual({ ...nothing, [field]: '' });
  }
});

test('the entry says whether an Authorization header came, and nothing about its content', () => {
  const sent = { authorization: 'Bearer hunter2hunter2' };
  expect(captured({ sent }).request.has_authorization).toBe(true);
  expect(captured({ sent: { authorization: '' } }).request.has_authorization).toBe(true);
  expect(captured({ sent: { 'proxy-authorization': 'x' } }).request.has_authorization).toBe(false);
  expect(JSON.stringify(captured({ sent }))).not.toContain('hunter2');
});

test('of the steps those are kept that changed something', () => {
  const books = { granted: 1_000_000, balance: 1_000_000, reserved: 0, captured: 0 };
  const looked = { ...NO_STEP, generation: 'g', statusBefore: 'running' as const, statusAfter: 'running' as const };
  const moved = { ...looked, statusAfter: 'completed' as const };
  const paid = { ...looked, ledgerBefore: books, ledgerAfter: books };
  const inDollars = { granted_usd: 1, balance_usd: 1, reserved_usd: 0, captured_usd: 0 };
  expect(captured({ steps: [looked, moved, looked, paid] }).changes).toEqual([
    { generation: { id: 'g', before: 'running', after: 'completed' }, ledger: null },
    { generation: { id: 'g', before: 'running', after: 'running' }, ledger: { before: inDollars, after: inDollars } },
  ]);
});

test('an answer is kept if it is JSON, and no clip, page or object is', () => {
  const kept = (responseBody: string | object | null, type?: string): unknown =>
    captured({ responseBody, headers: type === undefined ? {} : { 'content-type': type } }).response.body;
  expect(kept('{}', 'application/problem+json; charset=utf-8')).toBe('{}');
  expect([kept('{}', 'text/html'), kept('{}'), kept(null, 'application/json')]).toEqual([null, null, null]);
  expect(kept({ size: 1 }, 'application/json')).toBeNull();
});

const OTHER_HEADERS = ['if-range', 'if-match', 'retry-count'];

function textsOf({ method, request }: Entry): (string | null)[] {
  const { content_type, user_agent, range, idempotency_key, if_range, if_match, retry_count } = request;
  return [method, content_type, user_agent, range, idempotency_key, if_range, if_match, retry_count];
}

test('long texts are cut, each to its own length', () => {
  const long = 'x'.repeat(3000);
  const sent = Object.fromEntries([...HEADERS, ...OTHER_HEADERS].map((name) => [name, long]));
  const kept = captured({ method: long, target: long, sent, requestBody: long, responseBody: long });
  for (const text of textsOf(kept)) expect(text).toBe('x'.repeat(256));
  for (const { body } of [kept.request, kept.response]) expect(body).toBe('x'.repeat(BODY_LIMIT));
  expect(kept.path).toBe('x'.repeat(2048));
});

test('each text alone is cut as soon as it is too long, and kept whole as long as it is not', () => {
  const kept: readonly [most: number, keep: (text: string) => string | null | undefined][] = [
    [256, (method) => captured({ method }).method],
    [2048, (target) => captured({ target }).path],
    ...[...HEADERS, ...OTHER_HEADERS].map((name, nth): [number, (text: string) => string | null | undefined] => [
      256,
      (text) => textsOf(captured({ sent: { [name]: text } }))[nth + 1],
    ]),
    [BODY_LIMIT, (requestBody) => captured({ requestBody }).request.body],
    [BODY_LIMIT, (responseBody) => captured({ responseBody }).response.body],
  ];
  for (const [most, keep] of kept) {
    expect(keep('x'.repeat(most))).toBe('x'.repeat(most));
    expect(keep('x'.repeat(most + 1))).toBe('x'.repeat(most));
  }
});

test('headers of a rule are cleaned, and its cookies go whole', () => {
  const headers = { 'set-cookie': 'a=b', 'x-echo': `for ${LISTED}`, 'x-plain': 'plain' };
  const evaluations = [{ rule: 'r', fired: true, why: 'always' }];
  expect(captured({ headers, evaluations }).response.headers).toEqual({
    'set-cookie': REDACTED,
    'x-echo': `for ${REDACTED}`,
    'x-plain': 'plain',
  });
  expect(captured({ headers: { 'x-plain': 'plain' } }).response.headers).toEqual({ 'x-plain': 'plain' });
});

test('a NUL character in a body does not begin another field', () => {
  const requestBody = '{"a":"\0\u0003b"}';
  expect(captured({ requestBody }).request).toMatchObject({
    body: '{"a":"\ufffd\u0003b"}',
    body_hash: hashOf(requestBody),
  });
});

test('the digest of a body is known, whatever was kept of it', () => {
  const bodies = ['', '{}', 'x'.repeat(BODY_LIMIT + 1), `{"key":"${LISTED}"}`, '{"kätzchen":"😀"}'];
  for (const requestBody of bodies) expect(captured({ requestBody }).request.body_hash).toBe(hashOf(requestBody));
  const noText = Buffer.from([0x22, 0xff, 0xd8, 0x22]);
  const { request } = captured({ requestBody: noText });
  expect([request.body, request.body_hash]).toEqual(['"\ufffd\ufffd"', hashOf(noText)]);
  expect(captured({}).request.body_hash).toBeNull();
});

const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const KEY_TEXTS = [LISTED, OWN, 'sk_standin_other~seed-1'].flatMap((key) => [
  key,
  percent(key),
  Buffer.from(`x${key}`).toString('base64'),
  JSON.stringify(key).slice(1, -1),
]);
const KEY_HEADERS = { authorization: 'Bearer sk_standin_a', 'x-api-key': OWN };

const plain = string({ maxLength: 12 });
const text: Arbitrary<string> = tuple(plain, option(constantFrom(...KEY_TEXTS), { freq: 4, nil: '' }), plain).map(
  (parts) => parts.join(''),
);
const perhapsLong = tuple(text, constantFrom(0, 0, 0, 90, 300, 2100)).map(([text, more]) => 'y'.repeat(more) + text);
const anyFacts: Arbitrary<SomeFacts> = record({
  method: constantFrom('GET', 'POST', `P${LISTED}`),
  target: perhapsLong,
  sent: record({ 'content-type': text, 'user-agent': perhapsLong, range: text, 'idempotency-key': perhapsLong }).map(
    (sent) => ({ ...KEY_HEADERS, ...sent }),
  ),
  responseBody: perhapsLong,
  headers: record({ 'x-echo': text }).map((headers) => ({ ...JSON_HEADERS, ...headers })),
  requestBody: tuple(perhapsLong, constantFrom(true, true, false)).map(([body, isText]) =>
    isText ? body : Buffer.from(body),
  ),
  evaluations: constantFrom([{ rule: 'r', fired: false, why: 'no' }], []),
});

test('with keys anywhere, what is kept is what a close look at everything keeps', () => {
  assert(
    property(anyFacts, (facts) => {
      expect(captured(facts)).toEqual(captured(facts, always));
    }),
    { numRuns: 150 },
  );
});

test('no key is kept where the request had one', () => {
  for (const withKey of KEY_TEXTS) {
    const headers = {
      ...KEY_HEADERS,
      'content-type': withKey,
      'user-agent': withKey,
      range: withKey,
      'if-range': withKey,
      'if-match': withKey,
      'retry-count': withKey,
      'idempotency-key': withKey,
    };
    const texts = { method: withKey, target: withKey, sent: headers, requestBody: withKey, responseBody: withKey };
    const kept = captured(texts);
    for (const text of [...textsOf(kept), kept.path, kept.request.body, kept.response.body]) {
      expect(text).toBe(REDACTED);
    }
  }
});
