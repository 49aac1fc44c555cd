/** The changes of an account since its last commit: one unit, which a store commits as a whole or not at all. */

import type { Status } from '../../contract/generation.ts';
import type { Clock } from './clock.ts';
import type { Generation } from './generation.ts';
import type { TimeEvent, TimeSpan } from './time-events.ts';
import type { Step } from './trace.ts';

/** A generation was created, or its status changed. */
export interface Transition {
  /** Absent if it was created. */
  readonly before: Status | undefined;
  readonly generation: Generation;
}

/** A clock that was moved, and the time events of the span, in order. */
export interface MovedClock extends TimeSpan {
  readonly clock: Clock;
  readonly events: readonly TimeEvent[];
  /** How many generations are still live afterwards. */
  readonly live: number;
}

export interface Changes {
  /** Whether there is anything to commit. The single values of the account are always a part of it. */
  isDirty: boolean;
  /** Ids of generations that were added, changed, or evicted. */
  generations: string[];
  /** Idempotency-Keys whose records were added or dropped. */
  idempotencyKeys: string[];
  /** Whether the account's own fault rules were replaced, or it has fault state for the first time. */
  hasNewRules: boolean;
  /** Keys of `FaultState.counts` that were changed or dropped. */
  faultCounts: string[];
  /** To be published after the commit. */
  transitions: Transition[];
  clockMoves: MovedClock[];
  /** For the journal, after the commit: of a request for its entry, otherwise only those that moved money. */
  steps: Step[];
}

/** The changes of an account that is as it was committed. */
export function noChanges(): Changes {
  return {
    isDirty: false,
    generations: [],
    idempotencyKeys: [],
    hasNewRules: false,
    faultCounts: [],
    transitions: [],
    clockMoves: [],
    steps: [],
  };
}

/** Clears changes that are committed and published. */
export function clearChanges(changes: Changes): void {
  Object.assign(changes, noChanges());
}

/** Notes that a generation was added, or that it had this status before. */
export function noteGeneration(changes: Changes, before: Status | undefined, generation: Generation): void {
  changes.isDirty = true;
  changes.generations.push(generation.id);
  if (generation.status !== before) changes.transitions.push({ before, generation });
}
