/** The list of `--plan`: every check with its possible cost, before any request is sent. */

import type { Profile } from '../../profile/profile.ts';
import { withNeeds, type Check, type Probe } from '../define.ts';
import { planRun, smallerPlans, worstOf, type Means, type RunPlan } from '../plan.ts';
import { priceOf, total } from './prices.ts';

/** The plan of a run. */
export type PlannedRun = ReturnType<typeof costsOfRun>;

/** Plans a run without a connection. Dollars are unknown without a table of prices. */
export function costsOfRun(checks: readonly Check[], profile: Profile, anyClip: Probe) {
  const means = { anyClip, raw: true };
  const plan = planRun(checks, profile, means);
  return {
    /** The checks, each with its creates if it ran alone. */
    checks: checks.map((check) => ({ id: check.id, ...worstOf(check, profile, means) })),
    probes: plan.probes.length,
    /** The number of all planned creates. Checks share them. */
    creates: plan.costs.length,
    worst: plan.worst,
    /** US dollars of the planned creates. `worst` adds charges for creates that the server must reject. */
    price: plan.price,
    paid: paidIn(plan, checks, profile),
    smaller: smallerBudgets(checks, profile, means),
  };
}

/** Returns the probes that pay, each with the number of checks that use its generation. */
function paidIn({ probes, anyClip, costsOf }: RunPlan, checks: readonly Check[], profile: Profile) {
  const served = (paying: Probe): number =>
    checks.filter(({ from }) => from.some((probe) => withNeeds(probe, anyClip).includes(paying))).length;
  return probes.flatMap((probe) => {
    const costs = costsOf(probe);
    if (costs.length === 0) return [];
    const dollars = total(costs, (cost) => priceOf(profile.prices, cost));
    return [{ probe: probe.id, sends: probe.sends, creates: costs.length, dollars, checks: served(probe) }];
  });
}

/**
 * Lists smaller budgets, each with the probes that it leaves out and the checks that cannot be tried then. Leaves out
 * the whole plan, and plans without checks.
 */
function smallerBudgets(checks: readonly Check[], profile: Profile, means: Means) {
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
