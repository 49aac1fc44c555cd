/** What is kept of a request: cut to size, freed of keys, and the same whether or not it was looked at closely. */

import { constantFrom, option, property, record, string, assert, tuple, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';

import { newTrace, type Trace } from '../domain/trace.ts';
import { captureRequest, type RecordedRequest, type RecordedResponse } from './capture.ts';
import { decodeEntry } from './entry-decoder.ts';
import { EntryEncoder } from './entry-encoder.ts';
import { LogSegment } from './entry-layout.ts';
import { bodyHashOf, hashOf, type CapturedRequest } from './stored-entry.ts';
import { createRedactors, REDACTED, type RedactorFor } from './redact.ts';
import { sentWith, someCaptured } from '../../test/support/journal/some-entry.ts';
import { FIRST } from '../../test/support/journal/encoded.ts';

const LISTED = 'live/key+of.the~house';
const OWN = 'hunter2"hunter2';
const BODY_LIMIT = 100;
const { redactorFor } = createRedactors([LISTED]);
/** Looks at every text as if a key were in it. */
const always: RedactorFor = (secrets) => ({ ...redactorFor(secrets), suspects: () => true });

interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly response?: Partial<RecordedResponse>;
  readonly trace?: Partial<Trace>;
}

/** Captures a request, and makes sure that the encoder has what was captured. */
function captured(
  { method = 'GET', target = '/', headers = {}, response, trace }: Sent,
  redactors = redactorFor,
): CapturedRequest {
  const request: RecordedRequest = {
    method,
    target,
    eachHeader: (visit) => Object.entries(headers).forEach(([name, value]) => visit(name, value)),
  };
  const encoder = new EntryEncoder();
  const answered = {
    requestId: 'r',
    request,
    response: { status: 200, headers: {}, body: null, ...response },
    code: undefined,
    trace: { ...newTrace(), ...trace },
    startedAt: 1,
  };
  const options = { redactorFor: redactors, bodyLimit: BODY_LIMIT, encoder };
  const kept = captureRequest(options, answered, { engineMs: 2, realAt: 3, arrivedMs: 1 });
  const reference = encoder.encode(new LogSegment(encoder.exactBytes()), 1, FIRST);
  expect(encoder.captured).toBe(kept);
  // As UTF-8, in which a half of a character that stands alone is none.
  const asUtf8 = JSON.stringify(kept).replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, '\ufffd');
  expect(JSON.parse(JSON.stringify(decodeEntry(reference).captured))).toEqual(JSON.parse(asUtf8));
  return kept;
}

function withBody(text: string, more: Partial<Trace> = {}): Partial<Trace> {
  return { body: Buffer.from(text), text, ...more };
}

const HEADERS = ['content-type', 'user-agent', 'range', 'idempotency-key'] as const;
const JSON_HEADERS = { 'content-type': 'application/json' };

test('all that was told is kept, where it is short and nothing in it has to go', () => {
  const steps = [
    {
      generation: 'g',
      statusBefore: undefined,
      statusAfter: 'pending' as const,
      ledgerBefore: undefined,
      ledgerAfter: undefined,
    },
  ];
  const kept = captured({
    method: 'POST',
    target: '/v1/videos',
    headers: { 'content-type': 'a', 'user-agent': 'b', range: 'c', 'idempotency-key': 'd', accept: 'e' },
    response: { status: 202, headers: JSON_HEADERS, body: '{"id":1}' },
    trace: { ...withBody('{"é":1}'), account: 'a', key: 'fp', operation: 'create', now: 7, steps, ending: 'crashed' },
  });
  expect(kept).toEqual(
    someCaptured({
      requestId: 'r',
      account: 'a',
      key: 'fp',
      operation: 'create',
      method: 'POST',
      target: '/v1/videos',
      sent: sentWith({ contentType: 'a', userAgent: 'b', range: 'c', idempotencyKey: 'd' }),
      at: 7,
      realAt: 3,
      requestBody: '{"é":1}',
      requestBytes: 8,
      status: 202,
      headers: JSON_HEADERS,
      responseBody: '{"id":1}',
      steps,
      ending: 'crashed',
      engineMs: 2,
      arrivedMs: 1,
    }),
  );
});

test('a request that reached no account is told by the time of the machine', () => {
  expect(captured({})).toMatchObject({
    account: null,
    key: null,
    operation: null,
    at: 3,
    realAt: 3,
    steps: [],
    evaluations: [],
  });
});

test('of the steps those are kept that changed something', () => {
  const none = { generation: 'g', ledgerBefore: undefined, ledgerAfter: undefined };
  const books = { granted: 1, balance: 1, reserved: 0, captured: 0 };
  const looked = { ...none, statusBefore: 'running' as const, statusAfter: 'running' as const };
  const moved = { ...looked, statusAfter: 'completed' as const };
  const paid = { ...looked, ledgerBefore: books, ledgerAfter: books };
  expect(captured({ trace: { steps: [looked, moved, looked, paid] } }).steps).toEqual([moved, paid]);
});

test('an answer is kept where it is JSON, and no clip, page or object is', () => {
  const kept = (body: string | object | null, type?: string): unknown =>
    captured({ response: { body, headers: type === undefined ? {} : { 'content-type': type } } }).responseBody;
  expect(kept('{}', 'application/problem+json; charset=utf-8')).toBe('{}');
  expect([kept('{}', 'text/html'), kept('{}'), kept(null, 'application/json')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(kept({ size: 1 }, 'application/json')).toBeUndefined();
});

test('long texts are cut, each to its own length', () => {
  const long = 'x'.repeat(3000);
  const names = [...HEADERS, 'if-range', 'if-match', 'retry-count'];
  const headers = Object.fromEntries(names.map((name) => [name, long]));
  const kept = captured({
    method: long,
    target: long,
    headers,
    trace: withBody(long),
    response: { headers: JSON_HEADERS, body: long },
  });
  const { method, target, requestBody, responseBody } = kept;
  const { contentType, userAgent, range, idempotencyKey, ifRange, ifMatch, retryCount } = kept.sent;
  for (const text of [method, contentType, userAgent, range, idempotencyKey, ifRange, ifMatch, retryCount])
    expect(text).toBe('x'.repeat(256));
  for (const text of [requestBody, responseBody]) expect(text).toBe('x'.repeat(BODY_LIMIT));
  expect(target).toBe('x'.repeat(2048));
});

test('each text alone is cut as soon as it is too long, and kept whole as long as it is not', () => {
  const kept: readonly [most: number, keep: (text: string) => string | undefined][] = [
    [256, (method) => captured({ method }).method],
    [2048, (target) => captured({ target }).target],
    ...[...HEADERS, 'if-range', 'if-match', 'retry-count'].map(
      (name, nth): [number, (text: string) => string | undefined] => [
        256,
        (text) => {
          const kept = captured({ headers: { [name]: text } });
          const { contentType, userAgent, range, idempotencyKey, ifRange, ifMatch, retryCount } = kept.sent;
          return [contentType, userAgent, range, idempotencyKey, ifRange, ifMatch, retryCount][nth];
        },
      ],
    ),
    [BODY_LIMIT, (text) => captured({ trace: withBody(text) }).requestBody],
    [BODY_LIMIT, (body) => captured({ response: { body, headers: JSON_HEADERS } }).responseBody],
  ];
  for (const [most, keep] of kept) {
    expect(keep('x'.repeat(most))).toBe('x'.repeat(most));
    expect(keep('x'.repeat(most + 1))).toBe('x'.repeat(most));
  }
});

test('headers of a rule are cleaned, and its cookies go whole', () => {
  const headers = { 'set-cookie': 'a=b', 'x-echo': `for ${LISTED}`, 'x-plain': 'plain' };
  const evaluations = [{ rule: 'r', fired: true, why: 'always' }];
  expect(captured({ response: { headers }, trace: { evaluations } }).headers).toEqual({
    'set-cookie': REDACTED,
    'x-echo': `for ${REDACTED}`,
    'x-plain': 'plain',
  });
  expect(captured({ response: { headers: { 'set-cookie': 'a=b' } }, trace: { evaluations } }).headers).toEqual({
    'set-cookie': REDACTED,
  });
  expect(captured({ response: { headers: { 'x-plain': 'plain' } } }).headers).toEqual({ 'x-plain': 'plain' });
});

test('the digest of a body is known, whatever was kept of it', () => {
  const bodies = ['', '{}', 'x'.repeat(BODY_LIMIT + 1), `{"key":"${LISTED}"}`, '{"kätzchen":"😀"}'];
  for (const body of bodies) {
    const kept = captured({ trace: withBody(body) });
    expect(bodyHashOf(kept)).toBe(hashOf(body));
    // Where the body was kept as it came, it needs no digest beside it.
    expect(kept.bodyHash === undefined).toBe(kept.requestBody === body);
  }
  const noText = Buffer.from([0x22, 0xff, 0xd8, 0x22]);
  const kept = captured({ trace: { body: noText } });
  expect(kept.requestBody).toBe('"\ufffd\ufffd"');
  expect(bodyHashOf(kept)).toBe(hashOf(noText));
  expect(bodyHashOf(captured({}))).toBeUndefined();
});

test('a body that was given to nobody as text is read as UTF-8 from its own part of the memory', () => {
  const memory = Buffer.from('before{"a":1}behind');
  expect(captured({ trace: { body: memory.subarray(6, 13) } })).toMatchObject({
    requestBody: '{"a":1}',
    requestBytes: 7,
  });
});

const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const PLANTED = [LISTED, OWN, 'sk_standin_other~seed-1'].flatMap((key) => [
  key,
  percent(key),
  Buffer.from(`x${key}`).toString('base64'),
  JSON.stringify(key).slice(1, -1),
]);
const KEY_HEADERS = { authorization: 'Bearer sk_standin_a', 'x-api-key': OWN };

const plain = string({ maxLength: 12 });
const text: Arbitrary<string> = tuple(plain, option(constantFrom(...PLANTED), { freq: 4, nil: '' }), plain).map(
  (parts) => parts.join(''),
);
const perhapsLong = tuple(text, constantFrom(0, 0, 0, 90, 300, 2100)).map(([text, more]) => 'y'.repeat(more) + text);
const anySent: Arbitrary<Sent> = record({
  method: constantFrom('GET', 'POST', `P${LISTED}`),
  target: perhapsLong,
  headers: record({ 'content-type': text, 'user-agent': perhapsLong, range: text, 'idempotency-key': perhapsLong }).map(
    (headers) => ({ ...KEY_HEADERS, ...headers }),
  ),
  response: record({
    body: perhapsLong,
    headers: record({ 'x-echo': text }).map((headers) => ({ ...JSON_HEADERS, ...headers })),
  }),
  trace: tuple(perhapsLong, constantFrom(true, true, false), constantFrom(true, false)).map(
    ([body, isText, isEvaluated]) => ({
      body: Buffer.from(body),
      evaluations: isEvaluated ? [{ rule: 'r', fired: false, why: 'no' }] : [],
      ...(isText && { text: body }),
    }),
  ),
});

test('with keys anywhere, what is kept is what a close look at everything keeps', () => {
  assert(
    property(anySent, (sent) => {
      expect(captured(sent)).toEqual(captured(sent, always));
    }),
    { numRuns: 150 },
  );
});

test('no key is kept where the request had one', () => {
  for (const planted of PLANTED) {
    const headers = {
      ...KEY_HEADERS,
      'content-type': planted,
      'user-agent': planted,
      range: planted,
      'if-range': planted,
      'if-match': planted,
      'retry-count': planted,
      'idempotency-key': planted,
    };
    const response = { headers: JSON_HEADERS, body: planted };
    const kept = captured({ method: planted, target: planted, headers, response, trace: withBody(planted) });
    const { method, target, sent, requestBody, responseBody } = kept;
    const names = ['contentType', 'userAgent', 'range', 'ifRange', 'ifMatch', 'retryCount', 'idempotencyKey'] as const;
    for (const text of [method, target, ...names.map((name) => sent[name]), requestBody, responseBody]) {
      expect(text).toBe(REDACTED);
    }
  }
});
