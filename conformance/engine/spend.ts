/** Keeps a run within its budget: whether the next create may leave. */

import type { Exchange } from '../client/exchange.ts';
import type { Profile } from '../profile/profile.ts';
import { createCharges, type Charges } from './charges.ts';
import { costOfBody } from './cost-of-body.ts';
import type { Cost } from './define.ts';
import { budgetOf, priceOf, round, ROUNDING } from './prices.ts';

export interface Spend extends Pick<Charges, 'spent' | 'creates' | 'refunded' | 'unpriced' | 'uncertain'> {
  readonly budget: number | undefined;
  /** Counts an exchange: an accepted create costs, a failed generation is refunded. */
  note(exchange: Exchange): void;
  /**
   * Sends a create. Under a budget creates leave one at a time, each after the one before it was counted, but where the
   * budget suffices for all that are under way and the server was seen to charge for their kinds what the profile says.
   * One that the budget does not allow throws an OverBudget. What leaves together with one is sent in its turn.
   */
  pay<Result>(create: Payment, send: () => Promise<Result>): Promise<Result>;
  /** The maximum cost of a create, by the prices of the profile or those seen so far. */
  readonly expected: (cost: Cost) => number | undefined;
  /** From now on, all that will be paid for on purpose. */
  replan(planned: readonly Cost[]): void;
}

/** A create that may be paid for. */
export interface Payment {
  readonly probe: string;
  /** What is paid for on purpose; a create that has to be refused has none, and is counted if the server accepts it. */
  readonly planned: Cost | undefined;
  /** Not paid for on purpose: under a budget it may leave only if all that is paid on purpose can still be paid. */
  readonly isSpare?: boolean;
  readonly body: string | undefined;
}

/** The budget does not allow another create; the message says why. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** Starts at nothing; `planned` is all that will be paid for on purpose. */
export function createSpend(
  { prices, budget }: Pick<Profile, 'prices' | 'budget'>,
  planned: readonly Cost[] = [],
): Spend {
  const charges = createCharges(prices);
  const left = [...planned];
  /** What is under way, by the probe that sent it. */
  const planOf = new Map<string, Cost>();
  const underWay = new Map<Promise<unknown>, number>();
  let turn: Promise<unknown> = Promise.resolve();

  /** What it costs at most, where it may leave beside what is under way. */
  const besideOthers = ({ planned: cost, body }: Payment): number | undefined => {
    const most = cost ?? costOfBody(body);
    const price = priceOf(prices, most);
    if (budget === undefined || price === undefined || !charges.isKnown(most)) return undefined;
    const held = [...underWay.values()].reduce((sum, one) => sum + one, 0);
    return charges.spent() + charges.uncertain() + held + price <= budget ? price : undefined;
  };

  /** Resolves once the next one may be looked at; what is sent goes on by itself if that is sooner. */
  const leave = async <Result>(payment: Payment, send: () => Promise<Result>): Promise<{ sent: Promise<Result> }> => {
    const together = besideOthers(payment);
    if (together === undefined) await Promise.allSettled(underWay.keys());
    const { probe, planned: cost, isSpare = false } = payment;
    const reason = reasonAgainst(charges, budget, { cost, left, isSpare });
    if (reason !== undefined) throw new OverBudget(reason);
    const at = cost === undefined || isSpare ? -1 : left.findIndex((one) => isSameCost(one, cost));
    if (at >= 0) left.splice(at, 1);
    if (cost !== undefined) planOf.set(probe, cost);
    const sent = send().finally(() => {
      if (planOf.get(probe) === cost) planOf.delete(probe);
      underWay.delete(sent);
    });
    underWay.set(sent, together ?? 0);
    if (together === undefined) await sent;
    return { sent };
  };

  const { spent, creates, refunded, unpriced, uncertain } = charges;
  return {
    budget,
    spent,
    creates,
    refunded,
    unpriced,
    uncertain,
    note: (exchange) => charges.note(exchange, planOf.get(exchange.probe)),
    pay: (payment, send) => {
      if (budget === undefined) return send();
      const leaving = turn.then(() => leave(payment, send));
      turn = leaving.catch(() => undefined);
      return leaving.then(({ sent }) => sent);
    },
    expected: charges.estimate,
    replan: (costs) => void left.splice(0, left.length, ...costs),
  };
}

/**
 * Why a create may not leave. One that has to be refused may leave until the budget is exceeded; so may one whose price
 * nobody knows yet, but where the budget is nothing.
 */
function reasonAgainst(
  charges: Charges,
  limit: number | undefined,
  {
    cost,
    left,
    isSpare,
  }: { readonly cost: Cost | undefined; readonly left: readonly Cost[]; readonly isSpare: boolean },
): string | undefined {
  if (limit === undefined) return undefined;
  if (charges.unpriced() > 0) return `The ${budgetOf(limit)} cannot be kept: the response to a create has no cost.`;
  const known = cost === undefined ? 0 : charges.estimate(cost);
  if (limit === 0 && known === undefined) return `The ${budgetOf(0)} pays for no create (--budget).`;
  const price = known ?? 0;
  const taken = charges.spent() + charges.uncertain();
  const all = left.reduce((sum, one) => sum + (charges.estimate(one) ?? 0), isSpare ? price : 0);
  if (taken + (isSpare ? all : price) <= limit + ROUNDING) return undefined;
  if (isSpare)
    return `Skipped to keep the ${budgetOf(limit)}: a server that wrongly accepts such a create charges for it (--budget ${round(taken + all)}).`;
  return `The ${budgetOf(limit)} is reached: ${round(taken)} of it is spent. ${round(taken + Math.max(all, price) - limit)} more would have covered all remaining creates (--budget ${round(taken + Math.max(all, price))}).`;
}

function isSameCost(one: Cost, other: Cost): boolean {
  return one.resolution === other.resolution && one.output === other.output && one.source === other.source;
}
