/**
 * The cost of a generation. The API document shows no table, so this one is the default of a setting; money is whole
 * micro-dollars.
 */

import type { Resolution } from './dimensions.ts';

/** Millionths of a US dollar: sums stay exact, and a price may be as fine as a hundredth of a cent. */
export type Micros = number;

/** Micro-dollars for each billed second. */
export interface PriceTable {
  readonly withoutSources: Readonly<Record<Resolution, Micros>>;
  readonly withSources: Readonly<Record<Resolution, Micros>>;
}

export const DEFAULT_PRICES: PriceTable = {
  withoutSources: { '480p': 120_000, '720p': 280_000, '1080p': 680_000 },
  withSources: { '480p': 80_000, '720p': 170_000, '1080p': 410_000 },
};

/** The factors of a cost: the tier, the seconds of the output, and the seconds of each source video. */
export interface Billed {
  readonly resolution: Resolution;
  readonly outputSeconds: number;
  readonly sourceSeconds: readonly number[];
}

/** The cost of a generation: output seconds, and with source videos their seconds too, at the lower price. */
export function costOf(billed: Billed, prices: PriceTable = DEFAULT_PRICES): Micros {
  if (billed.sourceSeconds.length === 0) return prices.withoutSources[billed.resolution] * billed.outputSeconds;
  const inputSeconds = billed.sourceSeconds.reduce((sum, seconds) => sum + seconds, 0);
  return prices.withSources[billed.resolution] * (inputSeconds + billed.outputSeconds);
}

/** Reads dollars, for example `toMicros(0.47)` is 470000. */
export function toMicros(dollars: number): Micros {
  return Math.round(dollars * 1_000_000);
}

/** Writes dollars: the quotient of two exact integers is the double nearest to the price. */
export function toDollars(micros: Micros): number {
  return micros / 1_000_000;
}

/** Money, for example `$0.48`; parts of a cent are kept. */
export function dollarText(usd: number): string {
  const rounded = Number(usd.toFixed(6));
  return `$${Number.isInteger(rounded * 100) ? rounded.toFixed(2) : rounded}`;
}
