/** The prices of creates: of a table, or as the service itself was seen to charge where that is more. */

import { toMicros, type Micros, type PriceTable } from '../../contract/prices.ts';
import { priceOf, type CreateFields, type KnownSeconds } from './price.ts';

export interface PriceOfCreate {
  /** An upper bound, before it leaves. */
  (fields: CreateFields | undefined): Micros;
  /** The service charged so much for what was thought to cost `price`. */
  learn(price: Micros, cost: Micros): void;
}

/** Prices by a table. Where a create cost more than that, all are raised by as much. */
export function createPriceList(prices: PriceTable, secondsOf: KnownSeconds): PriceOfCreate {
  let factor = 1;
  const price = (fields: CreateFields | undefined): Micros => Math.ceil(priceOf(fields, prices, secondsOf) * factor);
  return Object.assign(price, {
    learn: (estimate: Micros, cost: Micros) => {
      if (estimate > 0 && cost > estimate) factor *= cost / estimate;
    },
  });
}

/**
 * No create costs more. A sum with larger numbers would lose the earlier costs, and Infinity would disable the budget.
 */
const MOST_DOLLARS = 1_000_000;

/** The cost in a record, up to a million dollars. Text is read too; infinite and negative numbers are not. */
export function toldCost(cost: unknown): Micros | undefined {
  const dollars = typeof cost === 'string' && cost.trim() !== '' ? Number(cost) : cost;
  if (typeof dollars !== 'number' || !Number.isFinite(dollars) || dollars < 0) return undefined;
  return toMicros(Math.min(dollars, MOST_DOLLARS));
}
