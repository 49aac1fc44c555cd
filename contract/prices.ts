/** The cost of a generation in micro-dollars. The document has no prices, so a setting replaces these defaults. */

import type { Resolution } from './dimensions.ts';

/** Millionths of a US dollar, so that sums are exact. */
export type Micros = number;

/** Prices in micro-dollars per billed second. */
export interface PriceTable {
  readonly withoutSources: Readonly<Record<Resolution, Micros>>;
  readonly withSources: Readonly<Record<Resolution, Micros>>;
}

export const DEFAULT_PRICES: PriceTable = {
  withoutSources: { '480p': 120_000, '720p': 280_000, '1080p': 680_000 },
  withSources: { '480p': 80_000, '720p': 170_000, '1080p': 410_000 },
};

/** The factors of a cost: the tier, the length of the output, and the length of each source video. */
export interface Billed {
  readonly resolution: Resolution;
  readonly outputSeconds: number;
  readonly sourceSeconds: readonly number[];
}

/** Returns the cost of a generation. With source videos, their seconds are billed, too, at the lower price. */
export function costOf(billed: Billed, prices: PriceTable = DEFAULT_PRICES): Micros {
  if (billed.sourceSeconds.length === 0) return prices.withoutSources[billed.resolution] * billed.outputSeconds;
  const inputSeconds = billed.sourceSeconds.reduce((sum, seconds) => sum + seconds, 0);
  return prices.withSources[billed.resolution] * (inputSeconds + billed.outputSeconds);
}

/** Converts dollars, for example 0.47 to 470000. */
export function toMicros(dollars: number): Micros {
  return Math.round(dollars * 1_000_000);
}

/** Converts to dollars. The quotient of two exact integers is the nearest double to the price. */
export function toDollars(micros: Micros): number {
  return micros / 1_000_000;
}

/** Returns a text such as `$0.48`. Parts of a cent are kept. */
export function dollarText(usd: number): string {
  const micros = Math.round(usd * 1_000_000);
  return `$${micros % 10_000 === 0 ? usd.toFixed(2) : micros / 1_000_000}`;
}
