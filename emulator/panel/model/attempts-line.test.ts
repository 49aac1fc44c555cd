import { expect, test } from 'vitest';
import type { EntrySummary } from '../../journal/summary.ts';
import { axesOf, axisOf, axisWords, earlyRetries, retryEnd, toMarks, waitWords } from './attempts-line.ts';

function attempt(number: number, arrived_ms: number, facts: Partial<EntrySummary> = {}): EntrySummary {
  const times = { at: '2026-01-01T00:00:00.000Z', real_at: '2026-01-01T00:00:00.000Z', real_pause_ms: null };
  const bare = { arrived_ms, total_ms: 0, retry_after: null, ...times };
  return { attempt: number, ...bare, ...facts } as EntrySummary;
}

/** Attempts from one number to another, every 200 ms. */
function polls(from: number, to: number): EntrySummary[] {
  return Array.from({ length: to - from + 1 }, (_, at) =>
    attempt(from + at, 200 * (from + at), { real_pause_ms: from + at === 1 ? null : 200 }),
  );
}

/** The marks of attempts on their own axis. */
function marksOf(attempts: readonly EntrySummary[]): ReturnType<typeof toMarks> {
  return toMarks(attempts, axisOf(attempts));
}

test('pauses are to scale, from the first attempt to the last end', () => {
  const attempts = [
    attempt(1, 100),
    attempt(2, 400, { real_pause_ms: 299 }),
    attempt(3, 1300, { total_ms: 1000, real_pause_ms: 899 }),
  ];
  expect(axisOf(attempts)).toEqual({ from: 100, to: 2300 });
  expect(marksOf(attempts).map(({ from, to }) => [from, to])).toEqual([
    [0, 0],
    [300 / 2200, 300 / 2200],
    [1200 / 2200, 1],
  ]);
});

test('all rows share an axis of at most ten minutes, and older attempts stand at its left edge', () => {
  const rows = [attempt(1, 0), attempt(1, 3_600_000)];
  expect(axisOf(rows)).toEqual({ from: 3_000_000, to: 3_600_000 });
  expect(marksOf(rows).map(({ from }) => from)).toEqual([0, 1]);
});

test('a short burst keeps its times, and is drawn on a line of one second', () => {
  const rows = [attempt(1, 5000), attempt(2, 5100, { real_pause_ms: 100 })];
  expect(axisOf(rows)).toEqual({ from: 5000, to: 5100 });
  expect(marksOf(rows).map(({ from }) => from)).toEqual([0, 0.1]);
  expect(marksOf(rows.slice(0, 1)).map(({ from, to }) => [from, to])).toEqual([[0, 0]]);
});

test('after a pause of more than 30 s, the requests have another axis', () => {
  const rows = [attempt(1, 100_000), attempt(1, 0), attempt(1, 2000, { total_ms: 60_000 }), attempt(1, 90_000)];
  expect(axesOf(rows)).toEqual([{ from: 0, to: 100_000 }]);
  expect(axesOf([...rows, attempt(1, 131_000), attempt(1, 135_000)])[1]).toEqual({ from: 131_000, to: 135_000 });
});

test('Retry-After is a mark, in seconds and as a date, and an attempt before it came early', () => {
  const attempts = [
    attempt(1, 0, { retry_after: '1' }),
    attempt(2, 500, { retry_after: 'Thu, 01 Jan 2026 00:00:02 GMT' }),
    attempt(3, 2500),
  ];
  expect(marksOf(attempts).map(({ retryAt, isEarly }) => [retryAt, isEarly])).toEqual([
    [0.4, true],
    [1, false],
    [undefined, false],
  ]);
  expect(earlyRetries(attempts)).toBe(1);
});

test.each([
  ['1.5', 1500],
  ['-5', undefined],
  ['soon', undefined],
  ['Thu, 01 Jan 2026 01:00:02 GMT', 2000],
])('with an account clock that is an hour ahead, Retry-After %s ends after %s ms', (retry_after, end) => {
  expect(retryEnd(attempt(1, 0, { retry_after, at: '2026-01-01T01:00:00.000Z' }))).toBe(end);
});

test('of hundreds of polls the latest 40 are drawn', () => {
  expect(marksOf(polls(1, 100)).map(({ row }) => row.attempt)).toEqual(Array.from({ length: 40 }, (_, at) => 61 + at));
});

test('an attempt whose former attempt the page does not hold is not early', () => {
  const held = [attempt(1, 0, { retry_after: '9' }), ...polls(49, 50)];
  expect(marksOf(held).map(({ isEarly }) => isEarly)).toEqual([false, false, false]);
});

test('an early attempt states how long it waited, and how long it should have waited', () => {
  const first = attempt(1, 0, { retry_after: '1', total_ms: 100 });
  expect(waitWords(first, attempt(2, 500, { real_pause_ms: 400 }))).toBe('too early: 400 ms of 1 s');
  expect(waitWords(first, attempt(2, 1300, { real_pause_ms: 1200 }))).toBe('waited 1.2 s');
  expect(waitWords(first, attempt(2, 50))).toBe('');
});

test('a burst has its times in UTC, and its length', () => {
  expect(axisWords({ from: 1000, to: 35_000 }, attempt(1, 2000))).toBe('23:59:59 – 00:00:33, 34 s');
});
