/** What a create costs before it is made: by the table of the profile, else by what was charged so far. */

import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Profile } from '../profile/profile.ts';
import { counted } from '../text/lay-out.ts';
import type { Cost } from './define.ts';

export interface SeenPrices {
  /** A create of unknown kind cost so much. */
  readonly note: (dollars: number) => void;
  readonly learn: (cost: Cost, dollars: number) => void;
  /**
   * By the highest price of a second seen for creates of the same kind, tier, or any; else the highest cost of a
   * create.
   */
  readonly estimate: (cost: Cost) => number | undefined;
}

/** Starts without any. */
export function createSeenPrices(): SeenPrices {
  const seen: { readonly cost: Cost; readonly rate: number }[] = [];
  let highest: number | undefined;
  const highestRate = (test: (cost: Cost) => boolean): number | undefined => {
    const rates = seen.filter(({ cost }) => test(cost)).map(({ rate }) => rate);
    return rates.length === 0 ? undefined : Math.max(...rates);
  };
  return {
    note: (dollars) => {
      highest = Math.max(highest ?? 0, dollars);
    },
    learn: (cost, dollars) => {
      seen.push({ cost, rate: dollars / secondsOf(cost) });
    },
    estimate: (cost) => {
      const isSameTier = ({ resolution }: Cost): boolean => resolution === cost.resolution;
      const isSameKind = (other: Cost): boolean => isSameTier(other) && other.source > 0 === cost.source > 0;
      const rate = highestRate(isSameKind) ?? highestRate(isSameTier) ?? highestRate(() => true);
      return rate === undefined ? highest : round(rate * secondsOf(cost));
    },
  };
}

/** What a create costs by the table of the profile; unknown without one. */
export function priceOf(prices: Profile['prices'], cost: Cost): number | undefined {
  if (prices === undefined) return undefined;
  const table = cost.source > 0 ? prices.withSources : prices.withoutSources;
  return round(table[cost.resolution] * secondsOf(cost));
}

/** What any create costs at least by the table of the profile; unknown without one. */
export function leastPrice(prices: Profile['prices']): number | undefined {
  const costs = RESOLUTIONS.map((resolution) => ({ resolution, output: LIMITS.durationSeconds.min, source: 0 }));
  return prices && Math.min(...costs.flatMap((cost) => priceOf(prices, cost) ?? []));
}

/** A budget in a sentence, for example `budget of 1 US dollar`. */
export function budgetOf(dollars: number): string {
  return `budget of ${counted(dollars, 'US dollar')}`;
}

/** Dollars to the millionth, so that sums of decimals show no rounding errors. */
export function round(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}

function secondsOf({ output, source }: Cost): number {
  return output + source;
}
