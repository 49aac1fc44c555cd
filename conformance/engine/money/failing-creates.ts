/** Creates that must be rejected or must fail. They are free, and the first accepted one stops the rest. */

import type { Profile } from '../../profile/profile.ts';
import { createSemaphore } from '../../../lib/semaphore.ts';
import { MOST_AT_RISK, type Cost, type Probe } from '../define.ts';
import type { RunPlan } from '../plan.ts';
import { missing, Unjudged, untestable } from '../outcome.ts';

/** The plan of a run, and the outcomes of its creates so far. */
export interface TakenSoFar {
  readonly plan: Pick<RunPlan, 'probes'>;
  readonly profile: Profile;
  /** Probes that sent a create which the server accepted, or may have accepted. */
  readonly taken: ReadonlySet<string>;
  /** Probes whose run is over. */
  readonly over: ReadonlySet<string>;
  /** Probes whose generation failed. */
  readonly failed: ReadonlySet<string>;
}

interface NextCost {
  readonly planned?: Cost;
  readonly isSpare?: boolean;
}

/** Bounds the concurrent creates of each kind: one under a budget, so that a refund precedes the next create. */
export function createFewAtOnce({ budget }: Pick<Profile, 'budget'>) {
  const one = createSemaphore(1);
  return budget === undefined
    ? { askedToFail: createSemaphore(MOST_AT_RISK), others: createSemaphore(MOST_AT_RISK) }
    : { askedToFail: one, others: one };
}

/** Returns whether the probe sends a create that costs nothing if the server is correct. */
export function expectsFailure({ failingCreates }: Probe, profile: Profile): boolean {
  return (failingCreates?.(profile) ?? []).length > 0;
}

/** Iterates over the costs of the accepted creates of a probe: first the paid creates, then those that must fail. */
export function costsInTurn({ paidCreates, failingCreates }: Probe, profile: Profile) {
  const planned = [...(paidCreates?.(profile) ?? [])];
  const spare = [...(failingCreates?.(profile) ?? [])];
  return {
    /** Returns the cost of the next create, or no cost if the create must be rejected. */
    next: (): NextCost => {
      const cost = planned[0] ?? spare[0];
      return cost === undefined ? {} : { planned: cost, isSpare: planned.length === 0 };
    },
    /** Notes that the server accepted that create, or may have accepted it. */
    taken: () => void (planned.length > 0 ? planned : spare).shift(),
  };
}

/** Skips a probe whose create must fail if an earlier such create was accepted: one payment is enough. */
export function stopOnceOneIsPaid({ plan, profile, taken, over, failed }: TakenSoFar, probe: Probe): void {
  if (!expectsFailure(probe, profile)) return;
  const isPaid = ({ id }: Probe): boolean => taken.has(id) && over.has(id) && !failed.has(id);
  const isAlike = (other: Probe): boolean =>
    expectsFailure(other, profile) && other.failsOnPurpose === probe.failsOnPurpose;
  const paid = plan.probes.find((other) => isAlike(other) && isPaid(other));
  if (paid === undefined) return;
  const what =
    probe.failsOnPurpose === true
      ? `The generation of ${paid.id} did not fail, although its create request asked for a failure. So the run sends no more create requests that ask for a failure`
      : `The server accepted the create request of ${paid.id}, but must reject it. So the run sends no more invalid create requests`;
  const reason = `${what}, because each can cost money. With --thorough, the run sends them.`;
  throw new Unjudged(untestable(missing('--thorough', reason)));
}
