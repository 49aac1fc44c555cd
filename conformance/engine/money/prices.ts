/** What a create costs before it is made: by the table of the profile, else by what was charged so far. */

import { dollarText } from '../../../contract/prices.ts';
import { RESOLUTIONS, type Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Cost } from '../define.ts';

export interface SeenPrices {
  /** A create of unknown kind cost so much. */
  readonly note: (dollars: number) => void;
  readonly learn: (cost: Cost, dollars: number) => void;
  /**
   * By the highest price of a second seen for creates of the same kind or tier; else by that of another tier, as much
   * more as its pictures have pixels, and half of that again, because nobody says how prices grow. Where no price of a
   * second was seen, the highest cost of a create.
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
      const known = highestRate(isSameKind) ?? highestRate(isSameTier);
      const others = seen.map((one) => one.rate * growth(one.cost.resolution, cost.resolution));
      const rate = known ?? (others.length === 0 ? undefined : Math.min(...others));
      return rate === undefined ? highest : round(rate * secondsOf(cost));
    },
  };
}

const LINES = { '480p': 480, '720p': 720, '1080p': 1080 } as const satisfies Readonly<Record<Resolution, number>>;
/** The factor by which a price may be higher than the expected one. */
export const CAUTION = 1.5;

/** How much more a second of one tier may cost than one of another that was seen. */
function growth(seen: Resolution, wanted: Resolution): number {
  return LINES[wanted] <= LINES[seen] ? 1 : CAUTION * (LINES[wanted] / LINES[seen]) ** 2;
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

/** Dollars, rounded up to the cent. */
export function inCents(dollars: number): number {
  return Math.ceil(round(dollars * 100)) / 100;
}

/** Sums of decimals differ by so much at most. */
export const ROUNDING = 1e-9;

/** US dollars of creates, as far as the prices are known. */
export function total(costs: readonly Cost[], price: (cost: Cost) => number | undefined): number | undefined {
  const each = costs.map((cost) => price(cost));
  return each.includes(undefined) ? undefined : round(each.reduce<number>((sum, one) => sum + (one ?? 0), 0));
}

/** A budget in a sentence, for example `budget of $1.00`. */
export function budgetOf(dollars: number): string {
  return `budget of ${dollarText(dollars)}`;
}

/** Dollars to the millionth, so that sums of decimals show no rounding errors. */
export function round(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6;
}

function secondsOf({ output, source }: Cost): number {
  return output + source;
}
