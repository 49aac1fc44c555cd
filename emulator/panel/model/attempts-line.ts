/** Places the attempts at one operation on a timeline. */

import type { EntrySummary } from '../../journal/summary.ts';
import { clockText, durationText } from './texts.ts';

/** A span of the clock on which all requests are drawn, in milliseconds. */
export interface Axis {
  readonly from: number;
  readonly to: number;
}

/** The longest time span. Older requests are at the left edge, so that the latest requests keep enough space. */
const LONGEST_AXIS_MS = 600_000;
const SHORTEST_AXIS_MS = 1000;
const MOST_MARKS = 40;
/** The tolerance for early attempts, because the clocks of client and server round differently. */
const TOLERANCE_MS = 50;
/** The pause after which a new burst of requests begins. */
const BURST_PAUSE_MS = 30_000;

/** Returns an axis for each burst of requests, the oldest first. */
export function axesOf(rows: readonly EntrySummary[]): readonly Axis[] {
  const bursts: EntrySummary[][] = [];
  let end = -Infinity;
  for (const row of rows.toSorted((a, b) => a.arrived_ms - b.arrived_ms)) {
    if (row.arrived_ms > end + BURST_PAUSE_MS) bursts.push([]);
    bursts.at(-1)?.push(row);
    end = Math.max(end, endOf(row));
  }
  return bursts.map(axisOf);
}

export function axisOf(rows: readonly EntrySummary[]): Axis {
  const to = Math.max(0, ...rows.map(endOf));
  const from = Math.min(to, ...rows.map(({ arrived_ms }) => arrived_ms));
  return { from: Math.max(from, to - LONGEST_AXIS_MS), to };
}

/** Returns the time span of an axis, from the times of one of its requests: `01:45:49 – 01:46:23, 34 s`. */
export function axisWords({ from, to }: Axis, { real_at, arrived_ms }: EntrySummary): string {
  const [start, end] = [from, to].map((ms) => clockText(Date.parse(real_at) + ms - arrived_ms).slice(11, 19));
  return `${start} – ${end}, ${durationText(to - from)}`;
}

/** Places the latest attempts, oldest first, with the ends of their `Retry-After`, as fractions of the whole line. */
export function toMarks(attempts: readonly EntrySummary[], { from, to }: Axis) {
  const place = (ms: number): number => Math.min(1, Math.max(0, (ms - from) / Math.max(SHORTEST_AXIS_MS, to - from)));
  return attempts.slice(-MOST_MARKS).map((row, at, drawn) => {
    const retry = retryEnd(row);
    const retryAt = retry === undefined ? undefined : place(retry);
    return { row, from: place(row.arrived_ms), to: place(endOf(row)), retryAt, isEarly: isEarly(row, drawn[at + 1]) };
  });
}

/** Returns the number of attempts that came before the previous `Retry-After` ended. */
export function earlyRetries(attempts: readonly EntrySummary[]): number {
  return attempts.filter((row, at) => isEarly(row, attempts[at + 1])).length;
}

/** Reports whether the next attempt came before the end of `Retry-After`. */
export function isEarly(row: EntrySummary, next: EntrySummary | undefined): boolean {
  const retry = retryEnd(row);
  return retry !== undefined && next?.attempt === row.attempt + 1 && next.arrived_ms < retry - TOLERANCE_MS;
}

/** Returns the time that an attempt waited after the attempt before it, in words. */
export function waitWords(before: EntrySummary, row: EntrySummary): string {
  if (row.real_pause_ms === null) return '';
  const waited = durationText(row.real_pause_ms);
  if (!isEarly(before, row)) return `waited ${waited}`;
  return `too early: ${waited} of ${durationText((retryEnd(before) ?? 0) - endOf(before))}`;
}

function endOf({ arrived_ms, total_ms }: EntrySummary): number {
  return arrived_ms + (total_ms ?? 0);
}

/** Returns the earliest allowed time of the next attempt, on the clock of `arrived_ms`. */
export function retryEnd(row: EntrySummary): number | undefined {
  const { retry_after, at, arrived_ms } = row;
  if (retry_after === null) return undefined;
  const [seconds, date] = [Number(retry_after), Date.parse(retry_after)];
  if (seconds >= 0) return endOf(row) + seconds * 1000;
  // A negative number is not a date, although JavaScript reads a year from it.
  return Number.isNaN(seconds) && !Number.isNaN(date) ? arrived_ms + date - Date.parse(at) : undefined;
}
