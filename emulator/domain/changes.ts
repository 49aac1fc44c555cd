/** What decisions have changed in an account since its last commit: one unit, which a store keeps whole or not at all. */

import type { Status } from '../../contract/generation.ts';
import type { Clock } from './clock.ts';
import type { Generation } from './generation.ts';
import type { TimeEvent, TimeSpan } from './time-events.ts';
import type { Step } from './trace.ts';

/** A generation was created, or its status changed; with it the reservation, where that ended it. */
export interface Transition {
  /** Nothing, if it was created. */
  readonly before: Status | undefined;
  readonly generation: Generation;
}

/** A clock that was moved, and what the time brought about, in order. */
export interface MovedClock extends TimeSpan {
  readonly clock: Clock;
  readonly events: readonly TimeEvent[];
  /** How many generations are still live afterwards. */
  readonly live: number;
}

export interface Changes {
  /** Whether there is anything to keep. The single values of the account are always a part of it. */
  isDirty: boolean;
  /** Ids of generations that were added, changed, or evicted. */
  generations: string[];
  /** Idempotency-Keys whose records were added or dropped. */
  idempotencyKeys: string[];
  /** Whether the account's own fault rules were replaced; none by none, too, where it has fault state only now. */
  hasNewRules: boolean;
  /** By what rules count, as in `FaultState`: counts that were changed or dropped. */
  faultCounts: string[];
  /** To be published once they are kept. */
  transitions: Transition[];
  clockMoves: MovedClock[];
  /** For the journal, once they are kept. */
  steps: Step[];
}

/** Shared by all that have changed nothing; nothing is ever added to it. */
const NONE: never[] = [];

/** The changes of an account that is as its store keeps it. */
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

/** They are kept and published: from here on changes are counted anew. */
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

/** A list with one item more. Most have one at most, and an array that grows by `push` takes room for seventeen. */
export function plus<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}
