/**
 * What decisions changed in an account since its last commit: one unit, which a store commits as a whole or not at all.
 */

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

/** Shared by all accounts without changes, and never added to: `plus` replaces it. */
const NONE: never[] = [];

/** The changes of an account that is as it was committed. */
export function noChanges(): Changes {
  return {
    isDirty: false,
    generations: NONE,
    idempotencyKeys: NONE,
    hasNewRules: false,
    faultCounts: NONE,
    transitions: NONE,
    clockMoves: NONE,
    steps: NONE,
  };
}

/** Called once they are committed and published. */
export function clearChanges(changes: Changes): void {
  changes.isDirty = false;
  changes.generations = NONE;
  changes.idempotencyKeys = NONE;
  changes.hasNewRules = false;
  changes.faultCounts = NONE;
  changes.transitions = NONE;
  changes.clockMoves = NONE;
  changes.steps = NONE;
}

/** Notes that a generation was added, or changed from this status on. */
export function noteGeneration(changes: Changes, before: Status | undefined, generation: Generation): void {
  changes.isDirty = true;
  changes.generations = plus(changes.generations, generation.id);
  if (generation.status !== before) changes.transitions = plus(changes.transitions, { before, generation });
}

/** Adds an item. Most lists have one at most, and an empty array that grows by `push` allocates seventeen slots. */
export function plus<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}
