/** The life of a generation: a pure function of its plan, the account's clock and the polls so far. */

import type { FailureCode } from '../../contract/failures.ts';
import type { Status } from '../../contract/generation.ts';
import type { Micros } from '../../contract/prices.ts';
import type { ClipFacts } from './clip-plan.ts';

export interface Failure {
  readonly code: FailureCode;
  /** The status in which the generation fails. */
  readonly from: 'pending' | 'running';
  /** The number of the input file that caused the failure, counted from 1. */
  readonly input?: number | undefined;
}

/** A plan whose times are on the account's clock. */
export interface TimedPlan {
  readonly kind: 'timed';
  readonly startsAt: number;
  readonly endsAt: number;
  readonly failure?: Failure | undefined;
}

/** A plan of the simulated provider, which its create decides: the times of its statuses, and its end. */
export type DecidedPlan =
  | TimedPlan
  /** The number of polls that find the generation pending, then running. */
  | {
      readonly kind: 'polls';
      readonly pending: number;
      readonly running: number;
      readonly failure?: Failure | undefined;
    }
  /** Only the control API or the library moves the generation. */
  | { readonly kind: 'manual'; readonly failure?: Failure | undefined };

/** The changes that a fault makes to the plan of a generation. */
export interface PlanChange {
  readonly fail?: Failure | undefined;
  /** The status in which the generation stays. */
  readonly stick?: 'pending' | 'running' | undefined;
  /** The seconds until a generation that is stuck in `running` fails. */
  readonly giveUpSeconds: number;
  readonly skipRunning: boolean;
}

/** The plan while input files are fetched. The generation is pending, and gets another plan when they arrive. */
interface WaitingPlan {
  readonly kind: 'waiting';
  /** Whether the size of the clip follows from the files. */
  readonly isAdaptive?: boolean | undefined;
  /** The changes of fault rules to the later plan. */
  readonly changes?: readonly PlanChange[] | undefined;
  readonly failure?: undefined;
}

export type Plan = DecidedPlan | WaitingPlan;

/** The parts of the request that are needed after the create. */
export interface Assignment extends ClipFacts {
  readonly sources: readonly GenerationSource[];
  /** The length of the longest chain of sources: 0 without sources, else the deepest source plus one. */
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
  /** The number of GET requests for the record. It is counted only if polls determine the status. */
  readonly polls: number;
  /** The furthest status that a request has read. It never goes back, even if the clock does. */
  readonly status: Status;
  /** The failure scenarios for this generation alone. */
  readonly scenarios: readonly string[];
  /** The fault rule that changed the plan or the refund. */
  readonly fault?: string | undefined;
  /** The fault in the refund that a rule injected. */
  readonly refund?: RefundFault | undefined;
  /** The reason for the failure, if the status is `failed`. */
  readonly failure?: Failure | undefined;
  /** The Idempotency-Key of its create. */
  readonly idempotencyKey?: string | undefined;
}

/** The create for which an Idempotency-Key was used. */
export interface IdempotencyRecord {
  readonly key: string;
  /** The fingerprint of the body that was sent with the key. */
  readonly fingerprint: string;
  readonly expiresAt: number;
  /** The id of the generation that the create made. */
  readonly generation: string;
}

/** A refund that violates the API document, for testing clients: one read too late, twice, or never. */
export type RefundFault = 'late' | 'twice' | 'never';

/** A read of the status: a poll, a download, or the use as a source. */
export interface StatusRead {
  readonly now: number;
  readonly isPoll: boolean;
}

const ORDER: Record<Status, number> = { pending: 0, running: 1, completed: 2, failed: 2 };

/** Reports whether the last read status is a terminal one. */
export function isEnded(generation: Generation): boolean {
  return ORDER[generation.status] === 2;
}

/** Reports whether the plan has ended by this time. The status that was last read does not matter. */
export function isEndedBy(generation: Generation, now: number): boolean {
  return isEnded(generation) || ORDER[statusBy(generation, now)] === 2;
}

/** Returns the generation with the status that this read finds. Returns the same object if nothing changed. */
export function updateStatus(generation: Generation, read: StatusRead): Generation {
  if (isEnded(generation)) return generation;
  const polls = generation.plan.kind === 'polls' && read.isPoll ? generation.polls + 1 : generation.polls;
  const counted = polls === generation.polls ? generation : { ...generation, polls };
  return moveTo(counted, statusBy(counted, read.now));
}

/** Moves a generation forward to a status. A status that is not later changes nothing. */
export function moveTo(generation: Generation, status: Status, failure = generation.plan.failure): Generation {
  if (ORDER[status] <= ORDER[generation.status]) return generation;
  return status === 'failed' ? { ...generation, status, failure: failure ?? UNSPECIFIED } : { ...generation, status };
}

/** Returns the status according to the plan. It does not change the generation. */
export function statusBy(generation: Generation, now: number): Status {
  const { plan, polls, status, createdAt } = generation;
  if (plan.kind === 'manual' || plan.kind === 'waiting') return status;
  if (plan.kind === 'timed') {
    // A clock that was set back counts as the time of the create, so an instant generation stays completed.
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

const UNSPECIFIED: Failure = { code: 'generation_failed', from: 'running' };
