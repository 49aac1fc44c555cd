/** Attempts at one thing on a line, pauses to scale. */

import type { EntrySummary } from '../../journal/summary.ts';

export interface TimelineMark {
  readonly row: EntrySummary;
  /** Parts of the whole line, 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** Where the answer allowed the next attempt. */
  readonly retryAt: number | undefined;
  /** Whether the next attempt came before that. */
  readonly isEarly: boolean;
  /** The pause before it, in milliseconds; undefined on a first attempt. */
  readonly pauseMs: number | undefined;
}

export interface Timeline {
  readonly marks: readonly TimelineMark[];
  /** What the line stands for: attempts, and what `Retry-After` asks for behind the last one. */
  readonly spanMs: number;
  /** From the first attempt to the end of the last. */
  readonly lastedMs: number;
  /** Attempts that are not drawn, because there are so many. */
  readonly hidden: number;
}

const MOST_MARKS = 40;
/** A client's clock and ours round differently. */
const TOLERANCE_MS = 50;

/** Places attempts, the oldest first, and where their `Retry-After` ended. */
export function toTimeline(attempts: readonly EntrySummary[]): Timeline {
  const drawn = attempts.slice(-MOST_MARKS);
  const start = drawn[0]?.arrived_ms ?? 0;
  const ends = drawn.flatMap((row) => [endOf(row), retryOf(row) ?? 0]);
  const spanMs = Math.max(1, ...ends) - start;
  const place = (ms: number): number => Math.min(1, Math.max(0, (ms - start) / spanMs));
  const marks = drawn.map((row, at): TimelineMark => {
    const [retry, next] = [retryOf(row), drawn[at + 1]];
    const before = drawn[at - 1];
    return {
      row,
      from: place(row.arrived_ms),
      to: place(endOf(row)),
      retryAt: retry === undefined ? undefined : place(retry),
      isEarly: retry !== undefined && next !== undefined && next.arrived_ms < retry - TOLERANCE_MS,
      pauseMs: row.real_pause_ms ?? (before === undefined ? undefined : row.arrived_ms - endOf(before)),
    };
  });
  const lastedMs = Math.max(start, ...drawn.map(endOf)) - start;
  return { marks, spanMs, lastedMs, hidden: attempts.length - drawn.length };
}

function endOf({ arrived_ms, total_ms }: EntrySummary): number {
  return arrived_ms + (total_ms ?? 0);
}

/** When the next attempt was allowed, on the clock of `arrived_ms`. */
function retryOf(row: EntrySummary): number | undefined {
  const { retry_after, real_at, arrived_ms } = row;
  if (retry_after === null) return undefined;
  if (/^\d+$/.test(retry_after)) return endOf(row) + Number(retry_after) * 1000;
  const date = Date.parse(retry_after);
  return Number.isNaN(date) ? undefined : arrived_ms + date - Date.parse(real_at);
}
