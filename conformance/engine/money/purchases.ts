/** The order in which a budget buys the creates of a run. Each purchase tries the most untried checks per dollar. */

import { withNeeds, type Check, type Cost, type Probe } from '../define.ts';
import { round, total } from './prices.ts';

/** A probe that pays, with the probes that it needs and that are not bought yet. */
export interface Purchase {
  readonly probes: readonly Probe[];
  /** The probes of earlier purchases that it also needs. */
  readonly after: readonly Probe[];
  readonly dollars: number;
}

/** The parts of a plan that decide the order. */
interface Planned {
  readonly probes: readonly Probe[];
  readonly left: ReadonlyMap<Probe, unknown>;
  readonly anyClip: Probe;
  readonly costsOf: (probe: Probe) => readonly Cost[];
}

interface Prices {
  readonly priceOf: (cost: Cost) => number | undefined;
  readonly done: ReadonlySet<Probe>;
}

/** Returns the purchases of a plan that are not done, the most valuable first, or nothing without a known price. */
export function purchases(
  checks: readonly Check[],
  plan: Planned,
  { priceOf, done }: Prices,
): readonly Purchase[] | undefined {
  const paying = plan.probes.filter((probe) => plan.costsOf(probe).length > 0 && !done.has(probe));
  const prices = new Map(paying.map((probe) => [probe, total(plan.costsOf(probe), priceOf)]));
  if ([...prices.values()].includes(undefined)) return undefined;
  const priceOfAll = (probes: readonly Probe[]): number =>
    round(probes.reduce((sum, probe) => sum + (prices.get(probe) ?? 0), 0));
  const needsOf = (probe: Probe): Probe[] => withNeeds(probe, plan.anyClip).filter((need) => prices.has(need));
  const wanted = checks
    .filter(({ from, passive }) => passive === true || from.every((probe) => !plan.left.has(probe)))
    .map(({ from }) => [...new Set(from.flatMap(needsOf))])
    .filter((needs) => needs.length > 0);
  const bought = new Set<Probe>();
  const bestOf = (): Purchase | undefined => {
    const offers = paying
      .filter((probe) => !bought.has(probe))
      .map((probe) => {
        const [probes, after] = [[], []] as [Probe[], Probe[]];
        for (const need of needsOf(probe)) (bought.has(need) ? after : probes).push(need);
        const dollars = priceOfAll(probes);
        const isTried = (needs: readonly Probe[]): boolean =>
          needs.every((need) => bought.has(need) || probes.includes(need)) && !needs.every((need) => bought.has(need));
        return { probes, after, dollars, value: wanted.filter(isTried).length / Math.max(dollars, LEAST) };
      });
    return offers.toSorted((a, b) => b.value - a.value || a.dollars - b.dollars)[0];
  };
  const order: Purchase[] = [];
  for (let best = bestOf(); best !== undefined; best = bestOf()) {
    order.push(best);
    for (const probe of best.probes) bought.add(probe);
  }
  return order;
}

/** The least price in a comparison, so that free probes come first. */
const LEAST = 1e-6;
