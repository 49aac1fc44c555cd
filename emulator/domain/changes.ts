/** The changes of an account since its last commit. A store commits them as a whole or not at all. */

import type { Status } from '../../contract/generation.ts';
import type { Clock } from './clock.ts';
import type { Generation } from './generation.ts';
import type { Ledger } from './ledger.ts';
import type { TimeEvent, TimeSpan } from './time-events.ts';
import type { Step } from './trace.ts';

/** A created generation, or a change of its status. */
export interface Transition {
  /** The earlier status, or undefined if the generation was created. */
  readonly before: Status | undefined;
  readonly generation: Generation;
}

/** A moved clock and the time events of the span, in order. */
export interface MovedClock extends TimeSpan {
  readonly clock: Clock;
  readonly events: readonly TimeEvent[];
  /** The number of generations that are still live after the move. */
  readonly live: number;
}

export interface Changes {
  /** Whether there are changes to commit. A commit always includes the head of the account. */
  isDirty: boolean;
  /** The ids of the generations that were added, changed or evicted. */
  generations: string[];
  /** The Idempotency-Keys whose records were added or dropped. */
  idempotencyKeys: string[];
  /** Whether the account's own fault rules were replaced, or its fault state was created. */
  hasNewRules: boolean;
  /** The keys of `FaultState.counts` that were changed or dropped. */
  faultCounts: string[];
  /** The changes of status to publish after the commit. */
  transitions: Transition[];
  clockMoves: MovedClock[];
  /** The steps for the journal. */
  steps: Step[];
}

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

/** Clears changes after they were committed and published. */
export function clearChanges(changes: Changes): void {
  Object.assign(changes, noChanges());
}

/** The account after a step, and its ledger before the step. */
interface Stepped {
  readonly account: { readonly ledger: Ledger; readonly changes: Changes };
  readonly ledger: Ledger;
}

/** Records a step: a new ledger, a new generation, or a generation that changed from an earlier status. */
export function noteStep({ account, ledger }: Stepped, generation?: Generation, before?: Status): void {
  const { changes } = account;
  const isMoved = account.ledger !== ledger;
  changes.isDirty = true;
  changes.steps.push({
    generation: generation?.id,
    statusBefore: before,
    statusAfter: generation?.status,
    ledgerBefore: isMoved ? ledger : undefined,
    ledgerAfter: isMoved ? account.ledger : undefined,
  });
  if (generation === undefined) return;
  changes.generations.push(generation.id);
  if (generation.status !== before) changes.transitions.push({ before, generation });
}
