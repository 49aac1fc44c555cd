/**
 * Plans the probes for the selected checks, with the fewest paid creates. Computes the possible costs, and the checks
 * that a budget can buy.
 */

import type { Profile } from '../profile/profile.ts';
import { MOST_AT_RISK, type Check, type Cost, type Need, type Probe } from './define.ts';
import { missing, type Missing } from './outcome.ts';
import { mostForMistakes } from './money/mistakes.ts';
import { budgetOf, priceOf, round, ROUNDING, total } from './money/prices.ts';
import { purchases, type Purchase } from './money/purchases.ts';

export interface RunPlan {
  /** Each probe comes after the probes that it needs. */
  readonly probes: readonly Probe[];
  /** Probes that are left out, with the reason. */
  readonly left: ReadonlyMap<Probe, Missing>;
  /** The probe for "any completed clip", unless an id was given. */
  readonly anyClip: Probe;
  /** All planned creates that are paid for. */
  readonly costs: readonly Cost[];
  /** Returns the planned paid creates of a probe in this run; empty if another probe replaces it. */
  readonly costsOf: (probe: Probe) => readonly Cost[];
  /** US dollars of these creates; unknown without a table of prices. */
  readonly price: number | undefined;
  /**
   * The maximum in US dollars, including creates that only some servers charge for, and mistakes of a server. One
   * mistake may exceed a budget. Unknown without a table of prices.
   */
  readonly worst: number | undefined;
  /** The part of the maximum for creates that the server may accept by mistake. */
  readonly mistakes: number;
}

export interface Means {
  readonly anyClip: Probe;
  /** Whether the run has a socket. */
  readonly raw: boolean;
  /** Default: the whole budget at the prices of the profile. */
  readonly money?: Money;
}

/** The prices that a run knows or expects, and the rest of its budget. */
export interface Money {
  readonly left: number;
  readonly priceOf: (cost: Cost) => number | undefined;
  /** Probes that were paid for, or that failed. */
  readonly done: ReadonlySet<Probe>;
}

/**
 * Plans a run. `anyClip` is made only if a probe needs it and no id was given. A budget buys the creates with the most
 * checks per dollar. The rest is left out.
 */
export function planRun(checks: readonly Check[], profile: Profile, means: Means): RunPlan {
  const { budget, prices } = profile;
  const whole = planWithout(new Map(), checks, { profile, means });
  if (budget === undefined) return whole;
  const atStart = { left: budget, priceOf: (cost: Cost) => priceOf(prices, cost), done: new Set<Probe>() };
  const { left, ...known }: Money = means.money ?? atStart;
  const order = purchases(checks, whole, known);
  if (order === undefined) return whole;
  const kept = within(order, left);
  const needed = round(order.reduce((sum, { dollars }) => sum + dollars, budget - left));
  const reason = missing(
    '--budget',
    `Skipped to stay within the ${budgetOf(budget)}. To run all selected checks, pass --budget ${needed}.`,
  );
  const without = order.flatMap(({ probes }) => probes).filter((probe) => !kept.has(probe));
  const plan = planWithout(new Map(without.map((probe) => [probe, reason])), checks, { profile, means });
  return {
    ...plan,
    worst: plan.worst === undefined ? undefined : Math.min(round(budget + plan.mistakes), plan.worst),
  };
}

/** Returns the probes that the money covers. If a purchase is too expensive, cheaper later ones may still fit. */
function within(order: readonly Purchase[], left: number): ReadonlySet<Probe> {
  const kept = new Set<Probe>();
  let rest = left;
  const isReady = ({ after }: Purchase): boolean => after.every((probe) => kept.has(probe));
  for (const purchase of order) {
    if (purchase.dollars > rest + ROUNDING || !isReady(purchase)) continue;
    rest -= purchase.dollars;
    for (const probe of purchase.probes) kept.add(probe);
  }
  return kept;
}

/** Returns the whole plan, then ever smaller plans with the most checks per dollar; one plan without prices. */
export function smallerPlans(checks: readonly Check[], profile: Profile, means: Means): RunPlan[] {
  const given = { profile, means };
  const whole = planWithout(new Map(), checks, given);
  const known = { priceOf: (cost: Cost) => priceOf(profile.prices, cost), done: new Set<Probe>() };
  const order = (purchases(checks, whole, known) ?? []).map(({ probes }) => probes);
  const excluded = new Map<Probe, Missing>();
  const smaller = order.toReversed().map((probes) => {
    for (const probe of probes) excluded.set(probe, missing('--budget', 'Skipped to stay within the budget.'));
    return planWithout(excluded, checks, given);
  });
  return [whole, ...smaller];
}

function planWithout(
  excluded: ReadonlyMap<Probe, Missing>,
  checks: readonly Check[],
  { profile, means: { anyClip, raw } }: { readonly profile: Profile; readonly means: Means },
): RunPlan {
  const left = new Map<Probe, Missing>();
  const ordered = new Map<Probe, boolean>();
  const visit = (probe: Probe): boolean => {
    const known = ordered.get(probe);
    if (known !== undefined) return known;
    const reason =
      excluded.get(probe) ??
      (probe.raw === true && !raw
        ? { reason: 'This check needs a raw socket, and this run does not have one.' }
        : reasonAgainst(probe, profile));
    const needs = (probe.after ?? []).flatMap((need) => toProbe(need, profile, anyClip));
    const unmet = reason === undefined ? needs.find((need) => !visit(need)) : undefined;
    if (reason !== undefined) left.set(probe, reason);
    if (unmet !== undefined)
      left.set(probe, left.get(unmet) ?? { reason: 'This check needs another probe, and the run skips that probe.' });
    const runs = reason === undefined && unmet === undefined;
    ordered.delete(probe);
    ordered.set(probe, runs);
    return runs;
  };
  for (const check of checks) check.from.forEach(visit);
  const probes = inOrder([...ordered].filter(([, runs]) => runs).map(([probe]) => probe));
  const isSpared = ({ skippedIf }: Probe): boolean => skippedIf !== undefined && ordered.get(skippedIf) === true;
  const paid = (probe: Probe): readonly Cost[] =>
    probe.isRefunded === true && profile.budget === undefined ? [] : (probe.paidCreates?.(profile) ?? []);
  const costsOf = (probe: Probe): readonly Cost[] => (isSpared(probe) ? [] : paid(probe));
  const costs = probes.flatMap(costsOf);
  // If the other generation is not made, this probe sends its create after all.
  const risks = probes.flatMap((probe) => [
    ...(isSpared(probe) ? paid(probe) : []),
    ...(probe.riskedCreates?.() ?? []),
  ]);
  const priced = (cost: Cost): number | undefined => priceOf(profile.prices, cost);
  const price = total(costs, priced);
  const withRisks = total([...costs, ...risks, ...dearest(probes, profile, priced)], priced);
  const mistakes = probes.some(({ mayBeCharged }) => mayBeCharged === true) ? mostForMistakes(priced) : 0;
  const worst = withRisks === undefined || mistakes === undefined ? undefined : round(withRisks + mistakes);
  return { probes, left, anyClip, costs, costsOf, price, worst, mistakes: mistakes ?? 0 };
}

/** Returns the most expensive creates that the server must reject, as many as one mistake can charge. */
function dearest(probes: readonly Probe[], profile: Profile, price: Money['priceOf']): readonly Cost[] {
  const askedToFail = probes.filter(({ failsOnPurpose }) => failsOnPurpose === true);
  const others = probes.filter(({ failsOnPurpose }) => failsOnPurpose !== true);
  return [askedToFail, others].flatMap((kind) => {
    const priced = kind.map((probe) => {
      const costs = probe.failingCreates?.(profile) ?? [];
      return { costs, price: total(costs, price) ?? 0 };
    });
    const sorted = priced.toSorted((a, b) => b.price - a.price || b.costs.length - a.costs.length);
    return sorted.slice(0, MOST_AT_RISK).flatMap(({ costs }) => costs);
  });
}

/** Returns all probes that must run before a probe, if they run at all. */
export function needsInOrder({ runsAfter = [], after = [], skippedIf }: Probe): readonly Need[] {
  return [...runsAfter, ...after, ...(skippedIf === undefined ? [] : [skippedIf])];
}

/** Sorts probes so that each comes after the probes that it follows. */
function inOrder(probes: readonly Probe[]): Probe[] {
  const wanted = new Set(probes);
  const sorted = new Set<Probe>();
  const place = (probe: Probe): void => {
    if (!wanted.has(probe) || sorted.has(probe)) return;
    for (const need of needsInOrder(probe)) if (need !== 'any-clip') place(need);
    sorted.add(probe);
  };
  for (const probe of probes) place(probe);
  return [...sorted];
}

/** Returns the cost of a check that runs alone on a server without mistakes: its creates, and the creates it needs. */
export function worstOf(
  check: Check,
  profile: Profile,
  means: Means,
): { creates: number; dollars: number | undefined } {
  const { costs, worst, mistakes } = planRun([check], { ...profile, budget: undefined }, means);
  return { creates: costs.length, dollars: worst === undefined ? undefined : round(worst - mistakes) };
}

function toProbe(need: Need, { reuse }: Profile, anyClip: Probe): Probe[] {
  if (need !== 'any-clip') return [need];
  return reuse.length > 0 ? [] : [anyClip];
}

function reasonAgainst(probe: Probe, profile: Profile): Missing | undefined {
  const { group } = probe;
  if (group !== undefined && !profile[group]) return missing(`--${group}`, `This check runs only with --${group}.`);
  const key = probe.keys?.find((name) => profile.keys[name] === undefined);
  if (key !== undefined)
    return missing(`--key-${key}`, `The profile has no key "${key}". Pass the key with --key-${key}.`);
  return probe.lacks?.(profile);
}
