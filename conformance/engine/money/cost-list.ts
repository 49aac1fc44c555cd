/** The list of `--plan`: every check with its possible cost, before any request is sent. */

import type { Profile } from '../../profile/profile.ts';
import { withNeeds, type Check, type Probe } from '../define.ts';
import { planRun, smallerPlans, worstOf, type Means, type RunPlan } from '../plan.ts';
import { priceOf, total } from './prices.ts';

export interface PlannedCheck {
  readonly id: string;
  /** The number of creates if the check ran alone. */
  readonly creates: number;
  readonly dollars: number | undefined;
}

/** A probe that pays, and the number of checks that use its generation. */
export interface PlannedCreate {
  readonly probe: string;
  readonly sends: string;
  readonly creates: number;
  /** Unknown without a table of prices. */
  readonly dollars: number | undefined;
  readonly checks: number;
}

/** A smaller budget, with the probes and checks that it leaves out. */
export interface SmallerBudget {
  readonly dollars: number;
  readonly without: readonly string[];
  /** The checks that cannot be tried then, in the form of `--skip`. */
  readonly skip: readonly string[];
}

export interface PlannedRun {
  readonly checks: readonly PlannedCheck[];
  readonly probes: number;
  /** The number of all planned creates. Checks share them. */
  readonly creates: number;
  /** Unknown without a table of prices. */
  readonly worst: number | undefined;
  /** US dollars of the planned creates. `worst` adds charges for creates that the server must reject. */
  readonly price: number | undefined;
  readonly paid: readonly PlannedCreate[];
  readonly smaller: readonly SmallerBudget[];
}

/** Plans a run without a connection. */
export function costsOfRun(checks: readonly Check[], profile: Profile, anyClip: Probe): PlannedRun {
  const means = { anyClip, raw: true };
  const plan = planRun(checks, profile, means);
  return {
    checks: checks.map((check) => ({ id: check.id, ...worstOf(check, profile, means) })),
    probes: plan.probes.length,
    creates: plan.costs.length,
    worst: plan.worst,
    price: plan.price,
    paid: paidIn(plan, checks, profile),
    smaller: smallerBudgets(checks, profile, means),
  };
}

function paidIn({ probes, anyClip, costsOf }: RunPlan, checks: readonly Check[], profile: Profile): PlannedCreate[] {
  const served = (paying: Probe): number =>
    checks.filter(({ from }) => from.some((probe) => withNeeds(probe, anyClip).includes(paying))).length;
  return probes.flatMap((probe) => {
    const costs = costsOf(probe);
    if (costs.length === 0) return [];
    const dollars = total(costs, (cost) => priceOf(profile.prices, cost));
    return [{ probe: probe.id, sends: probe.sends, creates: costs.length, dollars, checks: served(probe) }];
  });
}

/** Lists smaller budgets, without the whole plan and without plans that leave out all checks. */
function smallerBudgets(checks: readonly Check[], profile: Profile, means: Means): SmallerBudget[] {
  const [whole, ...plans] = smallerPlans(checks, profile, means);
  return plans.flatMap(({ left, price }) => {
    const lost = new Set([...left.keys()].filter((probe) => whole?.left.has(probe) === false));
    const skip = checks.filter(({ from, passive }) => passive !== true && from.some((probe) => lost.has(probe)));
    const without = [...lost].filter((probe) => (whole?.costsOf(probe) ?? []).length > 0).map(({ id }) => id);
    return price === undefined || skip.length === checks.length
      ? []
      : [{ dollars: price, without, skip: skip.map(({ id }) => id) }];
  });
}
