/**
 * The life of a generation: a pure function of its plan, the account's clock and the polls so far. No timer runs
 * anywhere.
 */

import type { Status } from '../../contract/generation.ts';
import type { Micros } from '../../contract/prices.ts';
import type { ClipFacts } from './clip-plan.ts';
import type { Failure, Plan } from './plan.ts';

/** The parts of the request that are needed after the create. */
export interface Assignment extends ClipFacts {
  readonly sources: readonly GenerationSource[];
  /** How many generations in a row it is made from: 0 without sources, else one more than its deepest source. */
  readonly depth: number;
}

/** An earlier generation of the same account, by its id. */
export interface GenerationSource {
  readonly id: string;
  readonly handles: readonly string[];
}

export interface Generation {
  readonly id: string;
  readonly seed: number;
  /** Milliseconds since the epoch on the account's clock. */
  readonly createdAt: number;
  readonly assignment: Assignment;
  readonly cost: Micros;
  readonly plan: Plan;
  /** The GETs of the record so far; counted only if the plan goes by polls. */
  readonly polls: number;
  /** The furthest status that a look has found. It never goes back, even when the clock does. */
  readonly status: Status;
  /** The failure scenarios for this generation alone. */
  readonly scenarios: readonly string[];
  /** The fault rule that changed its plan or its refund. */
  readonly fault?: string | undefined;
  /** A refund that is wrong on purpose. */
  readonly refund?: RefundFault | undefined;
  /** Why it failed; only on a failed one. */
  readonly failure?: Failure | undefined;
}

/** Violations of the document, for testing clients: the refund comes one look late, twice, or never. */
export type RefundFault = 'late' | 'twice' | 'never';

/** A look at a generation: a poll, a download, or its use as a source. */
export interface Look {
  readonly now: number;
  readonly isPoll: boolean;
}

const ORDER: Record<Status, number> = { pending: 0, running: 1, completed: 2, failed: 2 };

/** The terminal states never change. */
export function isEnded(generation: Generation): boolean {
  return ORDER[generation.status] === 2;
}

/** Whether its plan has ended, looked at or not. */
export function isEndedBy(generation: Generation, now: number): boolean {
  return isEnded(generation) || ORDER[statusBy(generation, now)] === 2;
}

/** The generation as this look finds it; the very same object when nothing has changed. */
export function lookAt(generation: Generation, look: Look): Generation {
  if (isEnded(generation)) return generation;
  const polls = generation.plan.kind === 'polls' && look.isPoll ? generation.polls + 1 : generation.polls;
  const counted = polls === generation.polls ? generation : { ...generation, polls };
  return moveTo(counted, statusBy(counted, look.now));
}

/** The generation at the end of its plan, without a poll; nothing while the plan goes on. */
export function endedBy(generation: Generation, now: number): Generation | undefined {
  return isEndedBy(generation, now) ? lookAt(generation, { now, isPoll: false }) : undefined;
}

/** Moves a generation forward by hand; a step backwards or out of a terminal state changes nothing. */
export function moveTo(generation: Generation, status: Status, failure = generation.plan.failure): Generation {
  if (ORDER[status] <= ORDER[generation.status]) return generation;
  return status === 'failed' ? { ...generation, status, failure: failure ?? UNEXPLAINED } : { ...generation, status };
}

/** The status by the plan, without a look. */
export function statusBy(generation: Generation, now: number): Status {
  const { plan, polls, status, createdAt } = generation;
  if (plan.kind === 'manual' || plan.kind === 'waiting') return status;
  if (plan.kind === 'timed') {
    // A clock that was set back counts as at the create: what is instant stays so.
    const at = Math.max(now, createdAt);
    return statusOf(plan.failure, at < plan.startsAt, at < plan.endsAt);
  }
  return statusOf(plan.failure, polls <= plan.pending, polls <= plan.pending + plan.running);
}

function statusOf(failure: Failure | undefined, isPending: boolean, isRunning: boolean): Status {
  if (isPending) return 'pending';
  if (failure?.from === 'pending') return 'failed';
  if (isRunning) return 'running';
  return failure === undefined ? 'completed' : 'failed';
}

const UNEXPLAINED: Failure = { code: 'generation_failed', from: 'running' };
