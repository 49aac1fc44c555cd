/** Keeps a run within its budget: decides whether the next create may leave. */

import type { Exchange } from '../../client/exchange.ts';
import type { Profile } from '../../profile/profile.ts';
import { createCharges, type Charges } from './charges.ts';
import { createMistakes, type UnplannedCreate } from './mistakes.ts';
import type { Cost } from '../define.ts';
import { budgetOf, priceOf, round, ROUNDING } from './prices.ts';

export type Spend = ReturnType<typeof createSpend>;

/** A create that may be paid for. */
export interface Payment extends UnplannedCreate {
  readonly probe: string;
  /** The cost of a create that the run plans to pay for. A create that must be rejected has none. */
  readonly planned: Cost | undefined;
  /** An unplanned create. Under a budget, it may leave only if the rest still covers all planned creates. */
  readonly isSpare?: boolean;
}

/** The budget does not cover another create. The message contains the reason. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** Creates the state of a run without charges. `planned` lists all creates that will be paid for on purpose. */
export function createSpend({ prices, budget }: Pick<Profile, 'prices' | 'budget'>, planned: readonly Cost[] = []) {
  const charges = createCharges(prices);
  const mistakes = createMistakes(charges);
  /** The costs of creates in flight, by the probe that sent them. */
  const planOf = new Map<string, Cost>();
  const send = async <Result>({ probe, planned: cost }: Payment, sending: () => Promise<Result>): Promise<Result> => {
    if (cost !== undefined) planOf.set(probe, cost);
    try {
      return await sending();
    } finally {
      if (planOf.get(probe) === cost) planOf.delete(probe);
    }
  };
  const within = budget === undefined ? undefined : createBudget({ budget, prices, charges, planned });
  const pay = async <Result>(payment: Payment, sending: () => Promise<Result>): Promise<Result> => {
    const sent = (): Promise<Result> => send(payment, sending);
    return within === undefined ? sent() : within.pay(payment, sent);
  };

  return {
    ...charges,
    budget,
    /** Counts an exchange: an accepted create costs, a failed generation is refunded. */
    note: (exchange: Exchange) => charges.note(exchange, planOf.get(exchange.probe)),
    /**
     * Sends a create. Under a budget, creates leave one at a time, each after the previous one was counted. They leave
     * together if the budget covers all of them and the server has charged the profile's prices for their kinds. Throws
     * an OverBudget if the budget does not cover the create. A create that leaves together with others is sent in its
     * turn.
     */
    pay: <Result>(payment: Payment, sending: () => Promise<Result>): Promise<Result> =>
      payment.planned === undefined ? mistakes.risk(payment, () => pay(payment, sending)) : pay(payment, sending),
    /** Replaces the list of all creates that will be paid for on purpose. */
    replan: (costs: readonly Cost[]) => within?.replan(costs),
  };
}

interface Means extends Pick<Profile, 'prices'> {
  readonly budget: number;
  readonly charges: Charges;
  readonly planned: readonly Cost[];
}

/** Creates the budget, which lets creates leave in turn, as far as it covers them. */
function createBudget({ budget, prices, charges, planned }: Means) {
  const left = [...planned];
  const underWay = new Map<Promise<unknown>, number>();
  let turn: Promise<unknown> = Promise.resolve();

  /** Returns the maximum price of a create that may leave while others are in flight; undefined if it must wait. */
  const besideOthers = (payment: Payment): number | undefined => {
    const most = payment.planned ?? charges.costOf(payment.body);
    const price = priceOf(prices, most);
    if (price === undefined || !charges.isKnown(most)) return undefined;
    const held = [...underWay.values()].reduce((sum, one) => sum + one, 0);
    return charges.spent() + charges.uncertain() + held + price <= budget ? price : undefined;
  };

  /** Throws an OverBudget if the budget does not cover the create. A mistake of the server may exceed it once. */
  const check = ({ planned: cost, isSpare = false }: Payment): void => {
    if (charges.unpriced() > 0)
      throw new OverBudget(
        `The run cannot stay within the ${budgetOf(budget)}, because the response to a create request does not state the cost.`,
      );
    const known = cost === undefined ? 0 : charges.estimate(cost);
    if (budget === 0 && known === undefined)
      throw new OverBudget(`The ${budgetOf(0)} is too small for any create request (--budget).`);
    const taken = charges.spent() + charges.uncertain();
    const others = isSpare ? left.reduce((sum, one) => sum + (charges.estimate(one) ?? 0), 0) : 0;
    const needed = round(taken + others + (known ?? 0));
    if (needed <= budget + ROUNDING) return;
    throw new OverBudget(
      isSpare
        ? `Skipped to stay within the ${budgetOf(budget)}. If the server wrongly accepted this create request, the run would pay for it. To send it, pass --budget ${needed}.`
        : `The run reached the ${budgetOf(budget)}: it has spent ${round(taken)}.`,
    );
  };

  /** Resolves when the next create may be checked. `sent` resolves after the response of this create. */
  const leave = async <Result>(payment: Payment, send: () => Promise<Result>): Promise<{ sent: Promise<Result> }> => {
    const together = besideOthers(payment);
    if (together === undefined) await Promise.allSettled(underWay.keys());
    check(payment);
    const { planned: cost, isSpare = false } = payment;
    const at = cost === undefined || isSpare ? -1 : left.findIndex((one) => isSameCost(one, cost));
    if (at >= 0) left.splice(at, 1);
    const sent = send().finally(() => underWay.delete(sent));
    underWay.set(sent, together ?? 0);
    if (together === undefined) await sent;
    return { sent };
  };

  return {
    pay: <Result>(payment: Payment, send: () => Promise<Result>): Promise<Result> => {
      const leaving = turn.then(() => leave(payment, send));
      turn = leaving.catch(() => undefined);
      return leaving.then(({ sent }) => sent);
    },
    replan: (costs: readonly Cost[]) => void left.splice(0, left.length, ...costs),
  };
}

function isSameCost(one: Cost, other: Cost): boolean {
  return one.resolution === other.resolution && one.output === other.output && one.source === other.source;
}
