/** Converts the generations of an account to timelines, with the moves that are possible by hand. */

import type { ClockView } from '../../control/view-schemas.ts';
import type { GenerationView, GenerationMove } from '../../control/routes/generations.ts';
import { FAILURES, type FailureCode } from '../../../contract/failures.ts';
import type { Status } from '../../../contract/generation.ts';
import { asObject } from './json.ts';

/** A status and its times in ms on the account's clock. `to` is null if only polls or users end the status. */
export interface LifeSpan {
  readonly status: Status;
  readonly from: number;
  readonly to: number | null;
}

export interface GenerationLine {
  readonly generation: GenerationView;
  readonly spans: readonly LifeSpan[];
  /** The status that the next poll returns. Null if it equals the status of the last poll. */
  readonly due: Status | null;
  /** The milliseconds on the clock until the next change. Null if the clock causes no change. */
  readonly untilNext: number | null;
  /** The description of what causes the next change. */
  readonly goesBy: string;
}

/** Returns the time on an account's clock, some milliseconds after the clock was read. */
export function clockNow({ now, rate }: Pick<ClockView, 'now' | 'rate'>, passedMs: number): number {
  return Date.parse(now) + rate * passedMs;
}

export function toLines(generations: readonly GenerationView[], now: number): GenerationLine[] {
  return generations.map((generation) => {
    const { status, plan } = generation;
    const planned = plannedSpans(generation);
    const at = planned.findLast(({ from }) => from <= now);
    const next = isEnd(status) ? undefined : planned.find(({ from }) => from > now);
    // After a move by hand to an end, the times of the earlier statuses are unknown.
    const isByHand = isEnd(status) && at?.status !== status;
    const spans = isByHand ? [{ status, from: Date.parse(generation.created_at), to: null }] : planned;
    const due = at === undefined || ORDER[at.status] <= ORDER[status] ? null : at.status;
    return {
      generation,
      spans,
      due,
      untilNext: next === undefined ? null : next.from - now,
      goesBy: GOES_BY[plan.kind],
    };
  });
}

/** Returns the next change that the clock causes, or undefined. */
export function nextChange(lines: readonly GenerationLine[], now: number) {
  const changes = lines.flatMap(({ generation: { id }, spans, untilNext: wait }) => {
    if (wait === null) return [];
    return { id, status: spans.find(({ from }) => from > now)?.status, wait, at: new Date(now + wait).toISOString() };
  });
  return changes.toSorted((a, b) => a.wait - b.wait)[0];
}

/** Returns the time span that a picture of these lines must show. */
export function horizonOf(lines: readonly GenerationLine[], now: number): { from: number; to: number } {
  const times = lines.flatMap(({ spans }) => spans.flatMap(({ from, to }) => (to === null ? [from] : [from, to])));
  const from = Math.min(now, ...times);
  const to = Math.max(now, ...times);
  return { from, to: to > from ? to + (to - from) / 20 : from + 1000 };
}

/** Returns the statuses to which a generation can be moved from this status. */
export function movesFrom(status: Status): GenerationMove['status'][] {
  return MOVES.filter((to) => ORDER[to] > ORDER[status]);
}

/** Returns the codes with which a generation in this status can fail. */
export function failuresFrom(status: Status): FailureCode[] {
  return CODES.filter((code) => FAILURES[code].from.some((from) => from === status));
}

const ORDER: Record<Status, number> = { pending: 0, running: 1, completed: 2, failed: 2 };
const MOVES = ['running', 'completed', 'failed'] as const;
const CODES = Object.keys(FAILURES) as FailureCode[];

const GOES_BY: Record<GenerationView['plan']['kind'], string> = {
  timed: 'by the clock',
  polls: 'by polls',
  manual: 'by hand',
  waiting: 'waits for its input files',
};

/** Reports whether a status never changes again. */
export function isEnd(status: Status): boolean {
  return ORDER[status] === 2;
}

function plannedSpans({ created_at: createdAt, plan, status }: GenerationView): LifeSpan[] {
  const created = Date.parse(createdAt);
  const [starts, ends, failure] = [timeIn(plan, 'starts_at'), timeIn(plan, 'ends_at'), plan['failure']];
  if (starts === undefined || ends === undefined) return [{ status, from: created, to: null }];
  const failsFrom = asObject(failure)['from'];
  const pending: LifeSpan = { status: 'pending', from: created, to: starts };
  if (failsFrom === 'pending') return [pending, { status: 'failed', from: starts, to: null }];
  const end = failsFrom === undefined ? 'completed' : 'failed';
  const spans: LifeSpan[] = [
    pending,
    { status: 'running', from: starts, to: ends },
    { status: end, from: ends, to: null },
  ];
  return spans.filter(({ from, to }) => to !== from);
}

function timeIn(plan: GenerationView['plan'], name: string): number | undefined {
  const value = plan[name];
  return typeof value === 'string' ? Date.parse(value) : undefined;
}
