/** Keeps a run within its budget: whether the next create may leave. */

import type { Exchange } from '../client/exchange.ts';
import type { Profile } from '../profile/profile.ts';
import { createCharges, type Charges } from './charges.ts';
import type { Cost } from './define.ts';
import { round } from './prices.ts';

export interface Spend extends Pick<Charges, 'spent' | 'creates' | 'unpriced' | 'uncertain'> {
  readonly budget: number | undefined;
  /** Counts an exchange: an accepted create costs, a failed generation is refunded. */
  note(exchange: Exchange): void;
  /**
   * Sends a create. Under a budget creates leave one at a time, each after the one before it was counted; one that the
   * budget does not allow throws an OverBudget. `planned` is what is paid for on purpose; a create that has to be
   * refused has none, and is counted if the server accepts it. What leaves together with one is sent in its turn.
   */
  pay<Result>(planned: Cost | undefined, send: () => Promise<Result>): Promise<Result>;
  /** What these creates may cost, by the prices of the profile or those seen so far. */
  expected(costs: readonly Cost[]): number;
}

/** The budget does not allow another create; the message says why. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** Sums of decimals differ by so much at most. */
const ROUNDING = 1e-9;

/** Starts at nothing; `planned` is all that will be paid for on purpose. */
export function createSpend(
  { prices, budget }: Pick<Profile, 'prices' | 'budget'>,
  planned: readonly Cost[] = [],
): Spend {
  const charges = createCharges(prices);
  const left = [...planned];
  let underWay: Cost | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const payAlone = async <Result>(send: () => Promise<Result>, cost: Cost | undefined): Promise<Result> => {
    const reason = reasonAgainst(charges, budget, { cost, left });
    if (reason !== undefined) throw new OverBudget(reason);
    const at = cost === undefined ? -1 : left.findIndex((one) => isSameCost(one, cost));
    if (at >= 0) left.splice(at, 1);
    const before = charges.spent();
    underWay = cost;
    const result = await send();
    underWay = undefined;
    const charged = charges.spent() - before;
    if (cost !== undefined && charged > 0) charges.learn(cost, charged);
    return result;
  };

  const { spent, creates, unpriced, uncertain } = charges;
  return {
    budget,
    spent,
    creates,
    unpriced,
    uncertain,
    note: (exchange) => charges.note(exchange, underWay),
    pay: (cost, send) => {
      if (budget === undefined) return send();
      const paying = turn.then(() => payAlone(send, cost));
      turn = paying.catch(() => undefined);
      return paying;
    },
    expected: (costs) => costs.reduce((sum, cost) => sum + (charges.estimate(cost) ?? 0), 0),
  };
}

/**
 * Why a create may not leave. One that has to be refused may leave until the budget is exceeded; so may one whose price
 * nobody knows yet.
 */
function reasonAgainst(
  charges: Charges,
  limit: number | undefined,
  { cost, left }: { readonly cost: Cost | undefined; readonly left: readonly Cost[] },
): string | undefined {
  if (limit === undefined) return undefined;
  if (charges.unpriced() > 0)
    return `The budget of ${limit} US dollars cannot be kept: the server does not tell what a create costs.`;
  const price = cost === undefined ? 0 : (charges.estimate(cost) ?? 0);
  const taken = charges.spent() + charges.uncertain();
  if (taken + price <= limit + ROUNDING) return undefined;
  const all = left.reduce((sum, one) => sum + (charges.estimate(one) ?? 0), 0);
  return `The budget of ${limit} US dollars is reached: ${round(taken)} are spent. ${round(taken + Math.max(all, price) - limit)} more would have sufficed for all that was left to pay (--budget ${round(taken + Math.max(all, price))}).`;
}

function isSameCost(one: Cost, other: Cost): boolean {
  return one.resolution === other.resolution && one.output === other.output && one.source === other.source;
}
