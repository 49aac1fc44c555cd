/** The payments of a run: what creates under way may cost, what accepted ones cost, what failed ones gave back. */

import type { Micros } from '../../contract/prices.ts';

/**
 * All attempts at one create: those with the same Idempotency-Key, body and caller, or a single one without a key. They
 * cost once, as long as the service keeps to its keys.
 */
export interface Payment {
  readonly key: PaymentKey;
  readonly price: Micros;
  /** Attempts that have no answer yet. */
  underWay: number;
  /** Attempts that ended without one: the service may have accepted them. */
  lost: number;
  /** What the generations cost that came of it, by id. */
  readonly costs: Map<string, Micros>;
}

/** What a caller sends again to repeat a create. */
export type PaymentKey = string | undefined;

export class Payments {
  readonly #payments = new Set<Payment>();
  readonly #byKey = new Map<string, Payment>();
  readonly #byGeneration = new Map<string, Payment>();
  /** Whether the service answered each repeated key with the generation that it had made. */
  #keepsKeys = true;

  /** What is spent, with what may have been spent. */
  get total(): Micros {
    return this.#sum((payment) => this.#amountOf(payment));
  }

  /** What accepted creates cost. */
  get spent(): Micros {
    return this.#sum(spentOn);
  }

  /** How many creates were accepted. */
  get accepted(): number {
    return this.#sum(({ costs }) => costs.size);
  }

  /** Begins an attempt at this price, if it fits what is left; a known key costs nothing more. */
  begin(key: PaymentKey, price: Micros, left: (total: Micros) => Micros): Payment | undefined {
    const payment = this.#of(key) ?? { key, price, underWay: 0, lost: 0, costs: new Map<string, Micros>() };
    const before = this.#amountOf(payment);
    payment.underWay += 1;
    const isNew = !this.#payments.has(payment);
    const more = this.#amountOf(payment) - (isNew ? 0 : before);
    if (more > 0 && more > left(this.total - (isNew ? 0 : more))) {
      payment.underWay -= 1;
      return undefined;
    }
    this.#payments.add(payment);
    if (key !== undefined) this.#byKey.set(key, payment);
    return payment;
  }

  /** The service accepted an attempt. */
  accept(payment: Payment, id: string, cost: Micros): void {
    payment.underWay = Math.max(0, payment.underWay - 1);
    if (payment.costs.has(id)) return;
    // A second generation for one key: from now on a key is no promise.
    if (payment.costs.size > 0) this.#keepsKeys = false;
    payment.costs.set(id, cost);
    this.#byGeneration.set(id, payment);
  }

  /** The service refused an attempt, or never got it. */
  refuse(payment: Payment): void {
    payment.underWay = Math.max(0, payment.underWay - 1);
    this.#forgetEmpty(payment);
  }

  /** Nobody knows what became of an attempt. */
  lose(payment: Payment): void {
    payment.underWay = Math.max(0, payment.underWay - 1);
    payment.lost += 1;
  }

  /** A record told what a generation cost: nothing, if it failed. True where that is news. */
  tell(id: string, cost: Micros): boolean {
    const costs = this.#byGeneration.get(id)?.costs;
    if (costs === undefined || costs.get(id) === cost) return false;
    costs.set(id, cost);
    return true;
  }

  #of(key: PaymentKey): Payment | undefined {
    return key === undefined || !this.#keepsKeys ? undefined : this.#byKey.get(key);
  }

  #amountOf({ price, underWay, lost, costs }: Payment): Micros {
    const open = underWay + lost;
    if (!this.#keepsKeys) return sumOf(costs) + open * price;
    return costs.size > 0 ? sumOf(costs) : Math.min(open, 1) * price;
  }

  #sum(amountOf: (payment: Payment) => number): number {
    let sum = 0;
    for (const payment of this.#payments) sum += amountOf(payment);
    return sum;
  }

  /** A refused create leaves nothing to remember: its key is free again. */
  #forgetEmpty(payment: Payment): void {
    if (payment.underWay > 0 || payment.lost > 0 || payment.costs.size > 0) return;
    this.#payments.delete(payment);
    if (payment.key !== undefined) this.#byKey.delete(payment.key);
  }
}

function spentOn({ costs }: Payment): Micros {
  return sumOf(costs);
}

function sumOf(costs: Payment['costs']): Micros {
  let sum = 0;
  for (const cost of costs.values()) sum += cost;
  return sum;
}
