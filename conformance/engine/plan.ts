/**
 * From the selected checks to the probes that serve them: the fewest paid creates, what all of it may cost, and what a
 * budget leaves out.
 */

import type { Profile } from '../profile/profile.ts';
import { MOST_AT_RISK, type Check, type Cost, type Need, type Probe } from './define.ts';
import { budgetOf, priceOf, round } from './prices.ts';

export interface RunPlan {
  /** Each probe after those that it needs. */
  readonly probes: readonly Probe[];
  /** Probes that stay out, with the reason. */
  readonly left: ReadonlyMap<Probe, string>;
  /** Stands in for "any completed clip": a given id, else this probe. */
  readonly anyClip: Probe;
  /** All creates that are paid on purpose. */
  readonly costs: readonly Cost[];
  /** What a probe pays for on purpose in this run: nothing where another one spares it. */
  readonly costsOf: (probe: Probe) => readonly Cost[];
  /** US dollars of these creates; unknown without a table of prices. */
  readonly price: number | undefined;
  /**
   * US dollars at worst, with what only some servers charge for, and no more than the budget, past which none of that
   * is sent; unknown without a table of prices.
   */
  readonly worst: number | undefined;
}

export interface Means {
  readonly anyClip: Probe;
  /** Whether there is a socket. */
  readonly raw: boolean;
}

/**
 * Plans a run. `anyClip` is made only if something needs it and no id was given. What a budget cannot pay for is left
 * out, the dearest create first.
 */
export function planRun(checks: readonly Check[], profile: Profile, means: Means): RunPlan {
  const { budget } = profile;
  const [whole = planWithout(new Map(), checks, { profile, means }), ...smaller] = smallerPlans(checks, profile, means);
  if (budget === undefined || whole.price === undefined) return whole;
  if (whole.price <= budget) return { ...whole, worst: within(budget, whole) };
  const fitting = smaller.find(({ price = 0 }) => price <= budget) ?? whole;
  const reason = `It is left out to keep the ${budgetOf(budget)}. All that is selected costs ${whole.price} (--budget ${whole.price}).`;
  const isForMoney = (probe: Probe): boolean => !whole.left.has(probe);
  return {
    ...fitting,
    worst: within(budget, fitting),
    left: new Map([...fitting.left].map(([probe, why]) => [probe, isForMoney(probe) ? reason : why])),
  };
}

function within(budget: number, { worst }: RunPlan): number | undefined {
  return worst === undefined ? undefined : Math.min(budget, worst);
}

/** The whole plan, and then one after the other with one create less, the dearest first; one alone without prices. */
export function smallerPlans(checks: readonly Check[], profile: Profile, means: Means): RunPlan[] {
  const excluded = new Map<Probe, string>();
  const plans = [planWithout(excluded, checks, { profile, means })];
  for (let plan = plans.at(-1); plan?.price !== undefined && plan.price > 0; plan = plans.at(-1)) {
    const { costsOf } = plan;
    const priceOfProbe = (probe: Probe): number => total(costsOf(probe), profile) ?? 0;
    // What most others need goes last.
    const paying = plan.probes.filter((probe) => probe !== means.anyClip && priceOfProbe(probe) > 0);
    const [dearest = means.anyClip] = paying.toSorted((a, b) => priceOfProbe(b) - priceOfProbe(a));
    excluded.set(dearest, 'It is left out to keep the budget.');
    plans.push(planWithout(excluded, checks, { profile, means }));
  }
  return plans;
}

function planWithout(
  excluded: ReadonlyMap<Probe, string>,
  checks: readonly Check[],
  { profile, means: { anyClip, raw } }: { readonly profile: Profile; readonly means: Means },
): RunPlan {
  const left = new Map<Probe, string>();
  const ordered = new Map<Probe, boolean>();
  const visit = (probe: Probe): boolean => {
    const known = ordered.get(probe);
    if (known !== undefined) return known;
    const reason =
      excluded.get(probe) ?? (probe.raw === true && !raw ? 'It needs a socket.' : reasonAgainst(probe, profile));
    const needs = (probe.after ?? []).flatMap((need) => toProbe(need, profile, anyClip));
    const missing = reason === undefined ? needs.find((need) => !visit(need)) : undefined;
    if (reason !== undefined) left.set(probe, reason);
    if (missing !== undefined) left.set(probe, left.get(missing) ?? 'It needs something that is not there.');
    const runs = reason === undefined && missing === undefined;
    ordered.delete(probe);
    ordered.set(probe, runs);
    return runs;
  };
  for (const check of checks) check.from.forEach(visit);
  const probes = inOrder([...ordered].filter(([, runs]) => runs).map(([probe]) => probe));
  const isSpared = ({ sparedBy }: Probe): boolean => sparedBy !== undefined && ordered.get(sparedBy) === true;
  const paid = (probe: Probe): readonly Cost[] => probe.pays?.(profile) ?? [];
  const costsOf = (probe: Probe): readonly Cost[] => (isSpared(probe) ? [] : paid(probe));
  const costs = probes.flatMap(costsOf);
  // Where the other generation does not come about, this probe sends its create after all.
  const risks = probes.flatMap((probe) => [...(isSpared(probe) ? paid(probe) : []), ...(probe.risks?.() ?? [])]);
  const [price, worst] = [total(costs, profile), total([...costs, ...risks, ...dearest(probes, profile)], profile)];
  return { probes, left, anyClip, costs, costsOf, price, worst };
}

/** The dearest of the creates that have to be turned down: after one that was not, those under way are the last. */
function dearest(probes: readonly Probe[], profile: Profile): readonly Cost[] {
  const askedToFail = probes.filter(({ asksToFail }) => asksToFail === true);
  const others = probes.filter(({ asksToFail }) => asksToFail !== true);
  return [askedToFail, others].flatMap((kind) => dearestOf(kind, profile));
}

function dearestOf(probes: readonly Probe[], profile: Profile): readonly Cost[] {
  const priced = probes.map((probe) => {
    const costs = probe.turnedDown?.(profile) ?? [];
    return { costs, price: total(costs, profile) ?? 0 };
  });
  const sorted = priced.toSorted((a, b) => b.price - a.price || b.costs.length - a.costs.length);
  return sorted.slice(0, MOST_AT_RISK).flatMap(({ costs }) => costs);
}

/** All that a probe comes behind, if it runs at all. */
export function needsInOrder({ following = [], after = [], sparedBy }: Probe): readonly Need[] {
  return [...following, ...after, ...(sparedBy === undefined ? [] : [sparedBy])];
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

/** US dollars of creates, as far as the prices are known. */
function total(costs: readonly Cost[], profile: Pick<Profile, 'prices'>): number | undefined {
  const each = costs.map((cost) => priceOf(profile.prices, cost));
  return each.some((price) => price === undefined)
    ? undefined
    : round(each.reduce<number>((sum, price) => sum + (price ?? 0), 0));
}

/** What a check costs if it runs alone: its own creates and those that it leans on. */
export function worstOf(
  check: Check,
  profile: Profile,
  means: Means,
): { creates: number; dollars: number | undefined } {
  const { costs, worst } = planRun([check], { ...profile, budget: undefined }, means);
  return { creates: costs.length, dollars: worst };
}

function toProbe(need: Need, { reuse }: Profile, anyClip: Probe): Probe[] {
  if (need !== 'any-clip') return [need];
  return reuse.length > 0 ? [] : [anyClip];
}

function reasonAgainst(probe: Probe, profile: Profile): string | undefined {
  const { group } = probe;
  if (group !== undefined && !profile[group]) return `It is tried with --${group} only.`;
  const key = probe.keys?.find((name) => profile.keys[name] === undefined);
  if (key !== undefined) return `The profile has no key "${key}" (--key-${key}).`;
  return probe.lacks?.(profile);
}
