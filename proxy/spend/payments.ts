/** The payments of a run: what creates under way may cost, what accepted ones cost, what failed ones gave back. */

import type { Micros } from '../../contract/prices.ts';

/**
 * All attempts at one create: those with the same Idempotency-Key, body and caller, or a single one without a key. They
 * cost once if the service was seen to keep to its keys.
 */
export interface Payment {
  readonly key: PaymentKey;
  /** The highest at which an attempt began. */
  price: Micros;
  /** Attempts that have no answer yet. */
  underWay: number;
  /** Attempts that ended without one: the service may have accepted them. */
  lost: number;
  /** The costs of its generations, by id. */
  readonly costs: Map<string, Micros>;
}

/** The key with which a caller repeats a create. */
export type PaymentKey = string | undefined;

/** Each takes about half a kilobyte. */
export const MOST_PAYMENTS_KEPT = 50_000;

export class Payments {
  readonly #payments = new Set<Payment>();
  readonly #byKey = new Map<string, Payment>();
  readonly #byGeneration = new Map<string, Payment>();
  readonly #mostKept: number;
  #total = 0;
  #spent = 0;
  #accepted = 0;
  /**
   * The observed handling of a repeated key: the service returned its generation, or made a second generation. Until
   * then each attempt counts.
   */
  #keys: 'unseen' | 'kept' | 'broken' = 'unseen';

  /**
   * Past `mostKept` payments the oldest that have an answer are forgotten. Their cost stays spent: a later failure
   * gives nothing back, and a create with their key counts anew.
   */
  constructor(mostKept = MOST_PAYMENTS_KEPT) {
    this.#mostKept = mostKept;
  }

  /** The spent money, including money that may have been spent. */
  get total(): Micros {
    return this.#total;
  }

  /** The cost of accepted creates. */
  get spent(): Micros {
    return this.#spent;
  }

  /** How many creates were accepted. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Begins an attempt at this price, if it fits what is left. With kept keys, a known key costs nothing more. */
  begin(key: PaymentKey, price: Micros, left: (total: Micros) => Micros): Payment | undefined {
    const known = this.#of(key);
    const payment = known ?? { key, price, underWay: 0, lost: 0, costs: new Map<string, Micros>() };
    const before = known === undefined ? 0 : this.#amountOf(payment);
    const begun = { ...payment, price: Math.max(payment.price, price), underWay: payment.underWay + 1 };
    const more = this.#amountOf(begun) - before;
    if (more > 0 && more > left(this.#total)) return undefined;
    payment.price = begun.price;
    payment.underWay = begun.underWay;
    this.#total += more;
    this.#payments.add(payment);
    if (key !== undefined) this.#byKey.set(key, payment);
    if (this.#payments.size > this.#mostKept) this.#forgetOldest();
    return payment;
  }

  /** The service accepted an attempt. */
  accept(payment: Payment, id: string, cost: Micros): void {
    const isReplay = payment.costs.has(id);
    this.#change(payment, () => {
      payment.underWay = Math.max(0, payment.underWay - 1);
      if (isReplay) return;
      this.#accepted += 1;
      payment.costs.set(id, cost);
      this.#byGeneration.set(id, payment);
    });
    // A second generation for one key: from now on no key counts as kept.
    if (payment.costs.size > 1) this.#see('broken');
    else if (isReplay && this.#keys === 'unseen') this.#see('kept');
  }

  /** The service refused an attempt, or never got it. */
  refuse(payment: Payment): void {
    this.#change(payment, () => {
      payment.underWay = Math.max(0, payment.underWay - 1);
    });
    // A refused create leaves nothing to remember: its key is free again.
    if (payment.underWay === 0 && payment.lost === 0 && payment.costs.size === 0) this.#forget(payment);
  }

  /** Nobody knows what became of an attempt. */
  lose(payment: Payment): void {
    this.#change(payment, () => {
      payment.underWay = Math.max(0, payment.underWay - 1);
      payment.lost += 1;
    });
  }

  /** Notes the cost in a record: 0 for a failed generation. True where that is news. */
  tell(id: string, cost: Micros): boolean {
    const payment = this.#byGeneration.get(id);
    if (payment === undefined || payment.costs.get(id) === cost) return false;
    this.#change(payment, () => void payment.costs.set(id, cost));
    return true;
  }

  #of(key: PaymentKey): Payment | undefined {
    return key === undefined || this.#keys === 'broken' ? undefined : this.#byKey.get(key);
  }

  #amountOf({ price, underWay, lost, costs }: Payment): Micros {
    const open = underWay + lost;
    if (this.#keys !== 'kept') return sumOf(costs) + open * price;
    return costs.size > 0 ? sumOf(costs) : Math.min(open, 1) * price;
  }

  /** Changes a payment, and the sums with it. */
  #change(payment: Payment, change: () => void): void {
    const [amount, spent] = [this.#amountOf(payment), sumOf(payment.costs)];
    change();
    this.#total += this.#amountOf(payment) - amount;
    this.#spent += sumOf(payment.costs) - spent;
  }

  /** The service did so: attempts that repeat a key count together, or each. */
  #see(keys: 'kept' | 'broken'): void {
    if (this.#keys === keys) return;
    for (const payment of this.#payments) this.#total -= this.#amountOf(payment);
    this.#keys = keys;
    for (const payment of this.#payments) this.#total += this.#amountOf(payment);
  }

  /** Those under way are as few as there are connections. */
  #forgetOldest(): void {
    for (const payment of this.#payments) {
      if (payment.underWay === 0) return this.#forget(payment);
    }
  }

  /** Its cost, or possible cost, stays counted. */
  #forget(payment: Payment): void {
    this.#payments.delete(payment);
    if (payment.key !== undefined && this.#byKey.get(payment.key) === payment) this.#byKey.delete(payment.key);
    for (const id of payment.costs.keys()) if (this.#byGeneration.get(id) === payment) this.#byGeneration.delete(id);
  }
}

function sumOf(costs: Payment['costs']): Micros {
  let sum = 0;
  for (const cost of costs.values()) sum += cost;
  return sum;
}
