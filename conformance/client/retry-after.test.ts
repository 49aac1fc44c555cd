import { expect, test } from 'vitest';
import { pauseBefore, readRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

test.each([
  ['7', 7000],
  ['0', 0],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['1.5', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['2026-01-01T00:00:30Z', undefined],
  [undefined, undefined],
])('Retry-After: %s', (value, expected) => {
  expect(readRetryAfter(value, now)).toBe(expected);
});

test('without a header, the pauses double up to half a minute', () => {
  expect([1, 2, 3, 9].map((attempt) => pauseBefore(attempt, undefined, now))).toEqual([1000, 2000, 4000, 30_000]);
});

test('a server that always asks to come back at once gets requests ever more slowly', () => {
  const past = 'Wed, 31 Dec 2025 23:59:00 GMT';
  expect([1, 2, 3, 9].map((attempt) => pauseBefore(attempt, '0', now))).toEqual([100, 200, 400, 5000]);
  expect([1, 2, 3, 9].map((attempt) => pauseBefore(attempt, past, now))).toEqual([100, 200, 400, 5000]);
  expect([1, 9].map((attempt) => pauseBefore(attempt, '1', now))).toEqual([1000, 1000]);
});
