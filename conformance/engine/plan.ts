/**
 * From the selected checks to the probes that serve them: the fewest paid creates, what all of it may cost, and what a
 * budget buys.
 */

import type { Profile } from '../profile/profile.ts';
import { MOST_AT_RISK, type Check, type Cost, type Need, type Probe } from './define.ts';
import { missing, type Missing } from './outcome.ts';
import { mostForMistakes } from './money/mistakes.ts';
import { budgetOf, priceOf, round, ROUNDING, total } from './money/prices.ts';
import { purchases, type Purchase } from './money/purchases.ts';

export interface RunPlan {
  /** Each probe after those that it needs. */
  readonly probes: readonly Probe[];
  /** Probes that stay out, with the reason. */
  readonly left: ReadonlyMap<Probe, Missing>;
  /** Those of them that only the budget leaves out. */
  readonly leftOutByBudget: ReadonlySet<Probe>;
  /** Stands in for "any completed clip": a given id, else this probe. */
  readonly anyClip: Probe;
  /** All creates that are paid on purpose. */
  readonly costs: readonly Cost[];
  /** What a probe pays for on purpose in this run: nothing where another one spares it. */
  readonly costsOf: (probe: Probe) => readonly Cost[];
  /** US dollars of these creates; unknown without a table of prices. */
  readonly price: number | undefined;
  /**
   * US dollars at most, with the creates that only some servers charge for, and with the mistakes of a server. One
   * mistake may exceed a budget. Unknown without a table of prices.
   */
  readonly worst: number | undefined;
  /** The part of it for creates that the server may accept by mistake. */
  readonly mistakes: number;
}

export interface Means {
  readonly anyClip: Probe;
  /** Whether there is a socket. */
  readonly raw: boolean;
  /** The whole budget at the prices of the profile, if left out. */
  readonly money?: Money;
}

/** The prices that a run knows or expects, and the rest of its budget. */
export interface Money {
  readonly left: number;
  readonly priceOf: (cost: Cost) => number | undefined;
  /** Probes that have been paid for, or have come to nothing. */
  readonly done: ReadonlySet<Probe>;
}

/**
 * Plans a run. `anyClip` is made only if something needs it and no id was given. A budget buys what tries the most
 * checks for each dollar; the rest is left out.
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
  const needed = round(budget - left + sum(order.map(({ dollars }) => dollars)));
  const reason = missing(
    '--budget',
    `Skipped to stay within the ${budgetOf(budget)}. To run all selected checks, pass --budget ${needed}.`,
  );
  const without = order.flatMap(({ probes }) => probes).filter((probe) => !kept.has(probe));
  const plan = planWithout(new Map(without.map((probe) => [probe, reason])), checks, { profile, means });
  const leftOutByBudget = new Set([...plan.left.keys()].filter((probe) => !whole.left.has(probe)));
  return {
    ...plan,
    leftOutByBudget,
    worst: plan.worst === undefined ? undefined : Math.min(round(budget + plan.mistakes), plan.worst),
  };
}

/** The probes of the purchases that the money suffices for; one that is too dear gives way to those behind it. */
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

/** The whole plan, and then plans with fewer creates each, the most checks for each dollar last; one without prices. */
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
  // Where the other generation does not come about, this probe sends its create after all.
  const risks = probes.flatMap((probe) => [
    ...(isSpared(probe) ? paid(probe) : []),
    ...(probe.riskedCreates?.() ?? []),
  ]);
  const priced = (cost: Cost): number | undefined => priceOf(profile.prices, cost);
  const price = total(costs, priced);
  const withRisks = total([...costs, ...risks, ...dearest(probes, profile, priced)], priced);
  const mistakes = probes.some(isAtRisk) ? mostForMistakes(priced) : 0;
  const worst = withRisks === undefined || mistakes === undefined ? undefined : round(withRisks + mistakes);
  return { probes, left, leftOutByBudget: new Set(), anyClip, costs, costsOf, price, worst, mistakes: mistakes ?? 0 };
}

/** The dearest of the creates that have to be turned down: after one that was not, those under way are the last. */
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

function isAtRisk({ mayBeCharged }: Probe): boolean {
  return mayBeCharged === true;
}

/** All that a probe comes behind, if it runs at all. */
export function needsInOrder({ runsAfter = [], after = [], skippedIf }: Probe): readonly Need[] {
  return [...runsAfter, ...after, ...(skippedIf === undefined ? [] : [skippedIf])];
}

/** A probe that follows another comes behind it, if both run. */
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

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
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
