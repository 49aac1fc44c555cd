/** Estimates the cost of a create before it is sent: by the table of the profile, or by the charges so far. */

import { dollarText } from '../../../contract/prices.ts';
import { RESOLUTIONS, type Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Cost } from '../define.ts';

/** Creates the list without prices. */
export function createSeenPrices() {
  const seen: { readonly cost: Cost; readonly rate: number }[] = [];
  let highest: number | undefined;
  const highestRate = (test: (cost: Cost) => boolean): number | undefined => {
    const rates = seen.filter(({ cost }) => test(cost)).map(({ rate }) => rate);
    return rates.length === 0 ? undefined : Math.max(...rates);
  };
  return {
    /** Records the cost of a create of unknown kind. */
    note: (dollars: number) => {
      highest = Math.max(highest ?? 0, dollars);
    },
    learn: (cost: Cost, dollars: number) => {
      seen.push({ cost, rate: dollars / billedSeconds(cost) });
    },
    /**
     * Returns the highest price per second of creates of the same kind, or else of the same tier, times the seconds.
     * Without such creates, it scales the price of another tier by the number of pixels, and adds half for caution.
     * Without any price per second, it returns the highest cost of a create.
     */
    estimate: (cost: Cost): number | undefined => {
      const isSameTier = ({ resolution }: Cost): boolean => resolution === cost.resolution;
      const isSameKind = (other: Cost): boolean => isSameTier(other) && other.source > 0 === cost.source > 0;
      const known = highestRate(isSameKind) ?? highestRate(isSameTier);
      const others = seen.map((one) => one.rate * growth(one.cost.resolution, cost.resolution));
      const rate = known ?? (others.length === 0 ? undefined : Math.min(...others));
      return rate === undefined ? highest : round(rate * billedSeconds(cost));
    },
  };
}

const LINES = { '480p': 480, '720p': 720, '1080p': 1080 } as const satisfies Readonly<Record<Resolution, number>>;
/** The factor by which a price may be higher than the expected one. */
export const CAUTION = 1.5;

/** Returns the factor by which a second of one tier may cost more than a second of another tier. */
function growth(seen: Resolution, wanted: Resolution): number {
  return LINES[wanted] <= LINES[seen] ? 1 : CAUTION * (LINES[wanted] / LINES[seen]) ** 2;
}

/** Returns the cost of a create by the table of the profile; undefined without a table. */
export function priceOf(prices: Profile['prices'], cost: Cost): number | undefined {
  if (prices === undefined) return undefined;
  const table = cost.source > 0 ? prices.withSources : prices.withoutSources;
  return round(table[cost.resolution] * billedSeconds(cost));
}

/** Returns the lowest cost of any create by the table of the profile; undefined without a table. */
export function leastPrice(prices: Profile['prices']): number | undefined {
  const costs = RESOLUTIONS.map((resolution) => ({ resolution, output: LIMITS.durationSeconds.min, source: 0 }));
  return prices && Math.min(...costs.flatMap((cost) => priceOf(prices, cost) ?? []));
}

/** Rounds dollars up to the cent. */
export function inCents(dollars: number): number {
  return Math.ceil(round(dollars * 100)) / 100;
}

/** The largest rounding error of sums of decimals. */
export const ROUNDING = 1e-9;

/** Returns the US dollars of creates; undefined if a price is not known. */
export function total(costs: readonly Cost[], price: (cost: Cost) => number | undefined): number | undefined {
  const each = costs.map((cost) => price(cost));
  return each.includes(undefined) ? undefined : round(each.reduce<number>((sum, one) => sum + (one ?? 0), 0));
}

/** Formats a budget for a sentence, for example `budget of $1.00`. */
export function budgetOf(dollars: number): string {
  return `budget of ${dollarText(dollars)}`;
}

/** Rounds dollars to the millionth, so that sums of decimals do not show rounding errors. */
export function round(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}

/** Returns the billed seconds of a create. */
export function billedSeconds({ output, source }: Cost): number {
  return output + source;
}
