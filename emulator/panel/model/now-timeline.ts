/** Attempts at one thing on a line, pauses to scale. */

import type { EntrySummary } from '../../journal/summary.ts';
import { durationText } from './duration-text.ts';

export interface TimelineMark {
  readonly row: EntrySummary;
  /** Parts of the whole line, 0 to 1. */
  readonly from: number;
  readonly to: number;
  /** Where the answer allowed the next attempt. */
  readonly retryAt: number | undefined;
  /** Whether the next attempt came before that. */
  readonly isEarly: boolean;
}

export interface Timeline {
  readonly marks: readonly TimelineMark[];
  /** What the line stands for: attempts, and what `Retry-After` asks for behind the last one. */
  readonly spanMs: number;
}

const MOST_MARKS = 40;
/** A client's clock and ours round differently. */
const TOLERANCE_MS = 50;

/** Places the latest attempts, the oldest first, and where their `Retry-After` ended. */
export function toTimeline(attempts: readonly EntrySummary[]): Timeline {
  const drawn = attempts.slice(-MOST_MARKS);
  const start = drawn[0]?.arrived_ms ?? 0;
  const ends = drawn.flatMap((row) => [endOf(row), retryOf(row) ?? 0]);
  const spanMs = Math.max(1, ...ends) - start;
  const place = (ms: number): number => Math.min(1, Math.max(0, (ms - start) / spanMs));
  const marks = drawn.map((row, at): TimelineMark => {
    const [retry, next] = [retryOf(row), drawn[at + 1]];
    return {
      row,
      from: place(row.arrived_ms),
      to: place(endOf(row)),
      retryAt: retry === undefined ? undefined : place(retry),
      isEarly: retry !== undefined && isNextOf(row, next) && next.arrived_ms < retry - TOLERANCE_MS,
    };
  });
  return { marks, spanMs };
}

const MOST_PAUSES = 5;

/**
 * Counts attempts by their numbers in the journal, because the page may hold only some of them: "60 attempts in 12 s",
 * or "attempts 251 to 300 in 9 s" if it does not hold the first one.
 */
export function timelineWords(attempts: readonly EntrySummary[]): string {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last === undefined) return '';
  const lastedMs = Math.max(...attempts.map(endOf)) - first.arrived_ms;
  const which = first.attempt === 1 ? `${last.attempt} attempts` : `attempts ${first.attempt} to ${last.attempt}`;
  const pauses = attempts.flatMap((row, at) => (isNextOf(attempts[at - 1], row) ? (row.real_pause_ms ?? []) : []));
  const shown = pauses.slice(-MOST_PAUSES).map(durationText);
  const name = shown.length === last.attempt - first.attempt ? 'pauses' : 'latest pauses';
  return `${which} in ${durationText(lastedMs)}${shown.length === 0 ? '' : `; ${name} ${shown.join(', ')}`}`;
}

/** Whether no attempt lies between two rows. */
function isNextOf(row: EntrySummary | undefined, next: EntrySummary | undefined): next is EntrySummary {
  return row !== undefined && next?.attempt === row.attempt + 1;
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
