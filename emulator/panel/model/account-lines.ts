/** Converts the generations of an account to timelines, with the moves that are possible by hand. */

import type { ClockView } from '../../control/view-schemas.ts';
import type { GenerationView } from '../../control/routes/generations.ts';
import type { Status } from '../../../contract/generation.ts';
import { asObject } from './json.ts';
import { durationText } from './texts.ts';

/** A status and its times in ms on the account's clock. `to` is null if only polls or users end the status. */
export interface LifeSpan {
  readonly status: Status;
  readonly from: number;
  readonly to: number | null;
}

export type GenerationLine = ReturnType<typeof toLine>;

/** Returns the time on an account's clock, some milliseconds after the clock was read. */
export function clockNow({ now, rate }: Pick<ClockView, 'now' | 'rate'>, passedMs: number): number {
  return Date.parse(now) + rate * passedMs;
}

export function toLines(generations: readonly GenerationView[], now: number): GenerationLine[] {
  return generations.map((generation) => toLine(generation, now));
}

function toLine(generation: GenerationView, now: number) {
  const { status, plan, created_at: created } = generation;
  const planned = plannedSpans(generation);
  const at = planned.findLast(({ from }) => from <= now)?.status ?? 'pending';
  const later = isEnd(status) ? [] : planned.filter(({ from }) => from > now);
  // After a move by hand to an end, the times of the earlier statuses are unknown.
  const isByHand = isEnd(status) && at !== status;
  const spans: readonly LifeSpan[] = isByHand ? [{ status, from: Date.parse(created), to: null }] : planned;
  return {
    generation,
    spans,
    /** The status that the next poll returns. Null if it equals the status of the last poll. */
    due: ORDER[at] <= ORDER[status] ? null : at,
    /** The changes that the clock causes, with the milliseconds on the clock until then. */
    changes: later.map(({ status: to, from }) => ({ id: generation.id, status: to, at: from, wait: from - now })),
    /** The description of what causes the next change. */
    goesBy: GOES_BY[plan.kind],
  };
}

/** Returns the time span from the first to the last event. It ends now if a status has no end. */
export function horizonOf(lines: readonly GenerationLine[], now: number): { from: number; to: number } {
  const endOf = ({ status, from, to }: LifeSpan): number => to ?? (isEnd(status) ? from : now);
  const times = lines.flatMap(({ spans }) => spans.flatMap((span) => [span.from, endOf(span)]));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return { from, to: to > from ? to + (to - from) / 20 : from + 1000 };
}

/** Returns the statuses to which a generation in this status can be moved by hand. */
export function movesFrom(status: Status) {
  return (['running', 'completed', 'failed'] as const).filter((to) => ORDER[to] > ORDER[status]);
}

const ORDER: Record<Status, number> = { pending: 0, running: 1, completed: 2, failed: 2 };

const GOES_BY: Record<GenerationView['plan']['kind'], string> = {
  timed: 'by the clock',
  polls: 'by polls',
  manual: 'by hand',
  waiting: 'waits for its input files',
};

/** Describes the next change of a generation by the clock: `fails in 3 s`. */
export function changeWords({ status, wait }: GenerationLine['changes'][number]): string {
  return `${VERBS[status]} in ${durationText(wait)}`;
}

const VERBS: Record<Status, string> = { pending: 'waits', running: 'runs', completed: 'completes', failed: 'fails' };

/** Returns `fault` if a rule planned the failure of a generation, or else `bad`. Input files also plan failures. */
export function failureKind({ failure_code: code, plan }: Pick<GenerationView, 'failure_code' | 'plan'>) {
  return plan['failure'] === undefined || /^(image|audio|source)_/.test(code ?? '') ? 'bad' : 'fault';
}

/** Reports whether a status never changes again. */
export function isEnd(status: Status): boolean {
  return ORDER[status] === 2;
}

function plannedSpans({ created_at: createdAt, plan, status }: GenerationView): readonly LifeSpan[] {
  const created = Date.parse(createdAt);
  const { starts_at: startsAt, ends_at: endsAt, failure } = plan;
  if (typeof startsAt !== 'string' || typeof endsAt !== 'string') return [{ status, from: created, to: null }];
  const [starts, ends] = [Date.parse(startsAt), Date.parse(endsAt)];
  const failsFrom = asObject(failure)['from'];
  const pending: LifeSpan = { status: 'pending', from: created, to: starts };
  if (failsFrom === 'pending') return [pending, { status: 'failed', from: starts, to: null }];
  const running: LifeSpan = { status: 'running', from: starts, to: ends };
  const end: LifeSpan = { status: failsFrom === undefined ? 'completed' : 'failed', from: ends, to: null };
  return [pending, running, end].filter(({ from, to }) => to !== from);
}
