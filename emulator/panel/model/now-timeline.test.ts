import { expect, test } from 'vitest';
import type { EntrySummary } from '../../journal/summary.ts';
import { timelineWords, toTimeline } from './now-timeline.ts';

function attempt(number: number, arrived_ms: number, facts: Partial<EntrySummary> = {}): EntrySummary {
  const bare = { arrived_ms, total_ms: 0, retry_after: null, real_pause_ms: null, real_at: '2026-01-01T00:00:00.000Z' };
  return { attempt: number, ...bare, ...facts } as EntrySummary;
}

/** Attempts from one number to another, every 200 ms. */
function polls(from: number, to: number): EntrySummary[] {
  return Array.from({ length: to - from + 1 }, (_, at) =>
    attempt(from + at, 200 * (from + at), { real_pause_ms: from + at === 1 ? null : 200 }),
  );
}

test('pauses are to scale, from the first attempt to the last end', () => {
  const { marks, spanMs } = toTimeline([
    attempt(1, 100),
    attempt(2, 200, { real_pause_ms: 99 }),
    attempt(3, 500, { total_ms: 500, real_pause_ms: 299 }),
  ]);
  expect(marks.map(({ from, to }) => [from, to])).toEqual([
    [0, 0],
    [1 / 9, 1 / 9],
    [4 / 9, 1],
  ]);
  expect(spanMs).toBe(900);
});

test('Retry-After is a mark on the line, in seconds and as a date, and whoever came before it came early', () => {
  const { marks, spanMs } = toTimeline([
    attempt(1, 0, { retry_after: '1' }),
    attempt(2, 500, { retry_after: 'Thu, 01 Jan 2026 00:00:02 GMT' }),
    attempt(3, 2500),
  ]);
  expect(spanMs).toBe(2500);
  expect(marks.map(({ retryAt, isEarly }) => [retryAt, isEarly])).toEqual([
    [0.4, true],
    [1, false],
    [undefined, false],
  ]);
});

test('of hundreds of polls the latest 40 are drawn', () => {
  expect(toTimeline(polls(1, 100)).marks.map(({ row }) => row.attempt)).toEqual(
    Array.from({ length: 40 }, (_, at) => 61 + at),
  );
});

test('the words count and time all attempts, although 40 of them are drawn', () => {
  expect(timelineWords(polls(1, 60))).toBe(
    '60 attempts in 11.8 s; latest pauses 200 ms, 200 ms, 200 ms, 200 ms, 200 ms',
  );
});

test('attempts that the page no longer holds are neither counted nor timed, and the first one held has no pause', () => {
  expect(
    timelineWords([attempt(299, 1000, { real_pause_ms: 25_920 }), attempt(300, 1059, { real_pause_ms: 58 })]),
  ).toBe('attempts 299 to 300 in 59 ms; pauses 58 ms');
});

test('a pause whose former attempt the page does not hold is left out, and the others count as the latest', () => {
  const held = [attempt(1, 0, { retry_after: '9' }), ...polls(49, 50)];
  expect(timelineWords(held)).toBe('50 attempts in 10 s; latest pauses 200 ms');
  expect(toTimeline(held).marks.map(({ isEarly }) => isEarly)).toEqual([false, false, false]);
});

test('pauses are those of the journal: attempts that overlap have none', () => {
  expect(timelineWords([attempt(1, 0, { total_ms: 500 }), attempt(2, 100)])).toBe('2 attempts in 500 ms');
});
