/** Creates that a server has to turn down: refused or failed they cost nothing, and one that is taken ends them. */

import type { Profile } from '../../profile/profile.ts';
import { createSemaphore, type Semaphore } from '../../client/semaphore.ts';
import { MOST_AT_RISK, type Cost, type Probe } from '../define.ts';
import type { RunPlan } from '../plan.ts';
import { Skip } from '../skip.ts';

/** What is known of the creates before this one. */
export interface TakenSoFar {
  /** Probes that sent a create which the server took, or may have taken. */
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

/** For those that are asked to fail, and for the others. */
export interface FewAtOnce {
  readonly askedToFail: Semaphore;
  readonly others: Semaphore;
}

/**
 * Bounds how many of each kind are under way. Under a budget it is one of both: what it took comes back before the next
 * one leaves.
 */
export function createFewAtOnce(signal: AbortSignal, { budget }: Pick<Profile, 'budget'>): FewAtOnce {
  const few = (most: number): Semaphore => createSemaphore(most, undefined, signal);
  const one = few(1);
  return budget === undefined
    ? { askedToFail: few(MOST_AT_RISK), others: few(MOST_AT_RISK) }
    : { askedToFail: one, others: one };
}

/** Whether its create costs nothing where the server keeps its promise, and is paid for where it does not. */
export function isTurnedDown({ turnedDown }: Probe, profile: Profile): boolean {
  return (turnedDown?.(profile) ?? []).length > 0;
}

interface CostsInTurn {
  /** The cost of the next create; none if it must be rejected. */
  next(): NextCost;
  /** The server accepted that create, or may have accepted it. */
  taken(): void;
}

/**
 * The costs of the accepted creates of a probe, one after the other: those that are paid on purpose, then those that
 * must be rejected or must fail.
 */
export function costsInTurn({ pays, turnedDown }: Probe, profile: Profile): CostsInTurn {
  const planned = [...(pays?.(profile) ?? [])];
  const spare = [...(turnedDown?.(profile) ?? [])];
  return {
    next: () => {
      const cost = planned[0] ?? spare[0];
      return cost === undefined ? {} : { planned: cost, isSpare: planned.length === 0 };
    },
    taken: () => void (planned.length > 0 ? planned : spare).shift(),
  };
}

/** Ends a probe whose create has to be turned down where an earlier one of them was not: that is enough to pay. */
export function stopOnceOneIsPaid(
  { plan, profile }: { readonly plan: Pick<RunPlan, 'probes'>; readonly profile: Profile },
  { taken, over, failed }: TakenSoFar,
  probe: Probe,
): void {
  if (!isTurnedDown(probe, profile)) return;
  const isPaid = ({ id }: Probe): boolean => taken.has(id) && over.has(id) && !failed.has(id);
  const isAlike = (other: Probe): boolean => isTurnedDown(other, profile) && other.asksToFail === probe.asksToFail;
  const paid = plan.probes.find((other) => isAlike(other) && isPaid(other));
  if (paid === undefined) return;
  const what =
    probe.asksToFail === true
      ? `The generation of ${paid.id} was asked to fail but did not, so the run asks for no more failures`
      : `The server accepted the create of ${paid.id}, which it must reject, so the run sends no more such creates`;
  throw new Skip('untestable', `${what}: each may cost money. --thorough sends more of them.`, {
    give: '--thorough',
  });
}
