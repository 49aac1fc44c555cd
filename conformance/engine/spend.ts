/** Keeps a run within its budget: whether the next create may leave. */

import type { Exchange } from '../client/exchange.ts';
import type { Profile } from '../profile/profile.ts';
import { createCharges, type Charges } from './charges.ts';
import type { Cost } from './define.ts';

export interface Spend extends Pick<Charges, 'spent' | 'creates' | 'unpriced' | 'uncertain'> {
  readonly budget: number | undefined;
  /** Counts an exchange: an accepted create costs, a failed generation is refunded. */
  note(exchange: Exchange): void;
  /**
   * Sends a create. Under a budget creates leave one at a time, each after the one before it was counted; one that the
   * budget does not allow throws an OverBudget. `planned` is what is paid for on purpose; a create that has to be
   * refused has none, and is counted if the server accepts it.
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

/** Starts at nothing. */
export function createSpend({ prices, budget }: Pick<Profile, 'prices' | 'budget'>): Spend {
  const charges = createCharges(prices);
  let underWay: Cost | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const payAlone = async <Result>(send: () => Promise<Result>, planned: Cost | undefined): Promise<Result> => {
    const reason = reasonAgainst(charges, budget, planned);
    if (reason !== undefined) throw new OverBudget(reason);
    const before = charges.spent();
    underWay = planned;
    const result = await send();
    underWay = undefined;
    const charged = charges.spent() - before;
    if (planned !== undefined && charged > 0) charges.learn(planned, charged);
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
    pay: (planned, send) => {
      if (budget === undefined) return send();
      const paying = turn.then(() => payAlone(send, planned));
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
function reasonAgainst(charges: Charges, limit: number | undefined, planned: Cost | undefined): string | undefined {
  if (limit === undefined) return undefined;
  if (charges.unpriced() > 0)
    return `The budget of ${limit} US dollars cannot be kept: the server does not tell what a create costs.`;
  const price = planned === undefined ? 0 : (charges.estimate(planned) ?? 0);
  const isOver = charges.spent() + charges.uncertain() + price > limit + ROUNDING;
  return isOver ? `The budget of ${limit} US dollars is reached.` : undefined;
}
