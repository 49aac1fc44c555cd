import { expect, test } from 'vitest';
import type { EntrySummary } from '../../journal/summary.ts';
import { toTimeline } from './now-timeline.ts';

function attempt(arrived_ms: number, facts: Partial<EntrySummary> = {}): EntrySummary {
  const bare = { arrived_ms, total_ms: 0, retry_after: null, real_pause_ms: null, real_at: '2026-01-01T00:00:00.000Z' };
  return { ...bare, ...facts } as EntrySummary;
}

test('pauses are to scale, from the first attempt to the last end', () => {
  const { marks, spanMs, lastedMs, hidden } = toTimeline([attempt(100), attempt(200), attempt(500, { total_ms: 500 })]);
  expect(marks.map(({ from, to, pauseMs }) => [from, to, pauseMs])).toEqual([
    [0, 0, undefined],
    [1 / 9, 1 / 9, 100],
    [4 / 9, 1, 300],
  ]);
  expect([spanMs, lastedMs, hidden]).toEqual([900, 900, 0]);
});

test('Retry-After is a mark on the line, in seconds and as a date, and whoever came before it came early', () => {
  const { marks, spanMs } = toTimeline([
    attempt(0, { retry_after: '1' }),
    attempt(500, { retry_after: 'Thu, 01 Jan 2026 00:00:02 GMT' }),
    attempt(2500),
  ]);
  expect(spanMs).toBe(2500);
  expect(marks.map(({ retryAt, isEarly }) => [retryAt, isEarly])).toEqual([
    [0.4, true],
    [1, false],
    [undefined, false],
  ]);
});

test('of hundreds of polls the latest are drawn, and the others counted', () => {
  const { marks, hidden } = toTimeline(Array.from({ length: 100 }, (_, at) => attempt(at)));
  expect([marks.length, hidden]).toEqual([40, 60]);
});
