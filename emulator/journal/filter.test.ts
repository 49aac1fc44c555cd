/** Filters match entries, and report the fields that differ. */

import { describe, expect, test } from 'vitest';
import { ZodError } from 'zod';

import { toMatcher, type FilterInput } from './filter.ts';
import { toEntry, hashOf } from './entry.ts';
import { END, writeNumbers } from './entry-field.ts';
import { anEntry, encoded, type SomeFacts } from '../../test/support/journal/some-entry.ts';

const ID = 'be02a41d-b12f-4858-bb4c-2f8db94a2940';
const CREATED = {
  generation: ID,
  statusBefore: undefined,
  statusAfter: 'pending' as const,
  ledgerBefore: undefined,
  ledgerAfter: undefined,
};
const BODY = '{"prompt":"a \\"red\\" cat","x":1}';
const FACTS: SomeFacts = {
  operation: 'create',
  method: 'POST',
  target: '/v1/videos',
  requestId: 'r1',
  status: 402,
  code: 'insufficient_credits',
  sent: { 'idempotency-key': 'k1', range: 'bytes=0-9' },
  key: 'fp',
  requestBody: BODY,
  steps: [CREATED],
  evaluations: [
    { rule: 'fired-one', fired: true, why: 'first' },
    { rule: 'other', fired: false, why: 'second' },
  ],
  at: Date.parse('2026-01-01T00:00:00Z'),
};

const CASES: readonly [FilterInput, FilterInput][] = [
  [{ operation: 'create' }, { operation: 'get' }],
  [{ method: 'POST' }, { method: 'post' }],
  [{ path: '/v1/videos' }, { path: '/v1' }],
  [{ status: 402 }, { status: 400 }],
  [{ status: '4xx' }, { status: '5xx' }],
  [{ status: [503, '4xx'] }, { status: [503, 400] }],
  [{ code: 'insufficient_credits' }, { code: 'rate_limited' }],
  [{ request_id: 'r1' }, { request_id: 'r2' }],
  [{ generation: ID.toUpperCase() }, { generation: 'r1' }],
  [{ idempotency_key: 'k1' }, { idempotency_key: 'k' }],
  [{ attempt: 1 }, { attempt: 2 }],
  [{ min_attempt: 1 }, { min_attempt: 2 }],
  [{ prompt: 'a "red" c' }, { prompt: 'a \\"red' }],
  [{ range: 'bytes=0-9' }, { range: 'bytes=0-' }],
  [{ fault: 'fired-one' }, { fault: 'other' }],
  [{ body_hash: hashOf(BODY) }, { body_hash: 'hush' }],
  [{ key: 'fp' }, { key: 'f' }],
  [{ from: '2026-01-01T00:00:00Z' }, { from: '2026-01-01T00:00:00.001Z' }],
  [{ to: '2026-01-01T01:00:00+01:00' }, { to: Date.parse('2026-01-01T00:00:00Z') - 1 }],
];

describe('each field', () => {
  test.each(CASES)('%j matches and %j does not', (right, wrong) => {
    const stored = anEntry(FACTS);
    expect(toMatcher(right)(stored)).toBeUndefined();
    expect(toMatcher(wrong)(stored)?.map(({ field }) => field)).toEqual(Object.keys(wrong));
  });
});

test('a field in camelCase is unknown', () => {
  const filter: object = { requestId: 'r1' };
  expect(() => toMatcher(filter)).toThrow('Unrecognized key');
});

test('whether it was aborted is known once the answer has left', () => {
  const reference = encoded();
  expect(toMatcher({ is_aborted: false })(toEntry(reference))).toHaveLength(1);
  writeNumbers(END, reference, { bytesSent: 3, isAborted: false, totalMs: 5 });
  expect(toMatcher({ is_aborted: false })(toEntry(reference))).toBeUndefined();
  expect(toMatcher({ is_aborted: true })(toEntry(reference))).toHaveLength(1);
});

test('an empty filter matches all, and all fields have to fit', () => {
  expect(toMatcher({})(anEntry(FACTS))).toBeUndefined();
  expect(toMatcher({ status: 402, code: 'x' })(anEntry(FACTS))).toHaveLength(1);
});

test('a difference says what was wanted and what was there', () => {
  expect(toMatcher({ status: 202, method: 'POST' })(anEntry(FACTS))).toEqual([
    { field: 'status', wanted: 202, was: 402 },
  ]);
});

test('a function sees the entry as people read it', () => {
  expect(toMatcher(({ request }) => request.prompt === 'a "red" cat')(anEntry(FACTS))).toBeUndefined();
  expect(toMatcher(() => false)(anEntry(FACTS))).toEqual([]);
});

test('a prompt that was cut inside an escape is read up to there', () => {
  const stored = anEntry({ requestBody: '{"prompt":"tea\\u00e9 \\u00' });
  expect(toMatcher(({ request }) => request.prompt === 'teaé ')(stored)).toBeUndefined();
});

test('an unknown field and a status that is none are errors', () => {
  expect(() => toMatcher({ statuss: 200 } as FilterInput)).toThrow(ZodError);
  expect(() => toMatcher({ status: '9xx' })).toThrow(ZodError);
});
