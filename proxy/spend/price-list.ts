/** Estimates prices of creates from a table, and raises them if the service charges more. */

import { toMicros, type Micros, type PriceTable } from '../../contract/prices.ts';
import { priceOf, type CreateFields, type KnownSeconds } from './price.ts';

export interface PriceOfCreate {
  /** Returns an upper bound of the cost before the create is forwarded. */
  (fields: CreateFields | undefined): Micros;
  /** Records the actual cost of a create that was estimated at `price`. */
  learn(price: Micros, cost: Micros): void;
}

/** Creates a price list. If a create costs more than its price, all prices are raised by the same factor. */
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
 * The maximum cost. Larger numbers would lose the precision of earlier costs, and Infinity would disable the budget.
 */
const MOST_DOLLARS = 1_000_000;

/** Returns the cost in a record, up to the maximum. Text is accepted, infinite and negative numbers are not. */
export function costIn(cost: unknown): Micros | undefined {
  const dollars = typeof cost === 'string' && cost.trim() !== '' ? Number(cost) : cost;
  if (typeof dollars !== 'number' || !Number.isFinite(dollars) || dollars < 0) return undefined;
  return toMicros(Math.min(dollars, MOST_DOLLARS));
}
