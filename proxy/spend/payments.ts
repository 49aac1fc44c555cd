/** Sums the payments of a run: possible costs of creates in flight, known costs, and refunds. */

import type { Micros } from '../../contract/prices.ts';

/**
 * All attempts at one create: requests with the same Idempotency-Key, body and caller, or one request without a key.
 * They cost once if the service has honored a repeated key.
 */
export interface Payment {
  readonly key: PaymentKey;
  /** The highest price at the start of an attempt. */
  price: Micros;
  /** The number of attempts without a response so far. */
  underWay: number;
  /** The number of attempts that ended without a response. The service may have accepted them. */
  lost: number;
  /** The costs of its generations by id. */
  readonly costs: Map<string, Micros>;
}

/** The digest of the key with which a caller repeats a create. */
export type PaymentKey = string | undefined;

/** The maximum number of payments. One takes about half a kilobyte. */
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
   * The observed handling of a repeated key: the service returned the same generation, or made a second one. Before
   * that, each attempt counts.
   */
  #keys: 'unseen' | 'kept' | 'broken' = 'unseen';

  /**
   * Above `mostKept` payments, the oldest payments with a response are dropped. Their cost stays counted, a later
   * failure refunds nothing, and a create with their key counts again.
   */
  constructor(mostKept = MOST_PAYMENTS_KEPT) {
    this.#mostKept = mostKept;
  }

  /** The spent amount, including money that may have been spent. */
  get total(): Micros {
    return this.#total;
  }

  /** The cost of accepted creates. */
  get spent(): Micros {
    return this.#spent;
  }

  /** The number of accepted creates. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Starts an attempt if its price fits the budget. If the service honors keys, a known key costs nothing more. */
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

  /** Records that the service accepted an attempt. */
  accept(payment: Payment, id: string, cost: Micros): void {
    const isReplay = payment.costs.has(id);
    this.#change(payment, () => {
      payment.underWay = Math.max(0, payment.underWay - 1);
      if (isReplay) return;
      this.#accepted += 1;
      payment.costs.set(id, cost);
      this.#byGeneration.set(id, payment);
    });
    // The service made a second generation for one key, so keys no longer count as honored.
    if (payment.costs.size > 1) this.#see('broken');
    else if (isReplay && this.#keys === 'unseen') this.#see('kept');
  }

  /** Records that the service rejected an attempt or never received it. */
  refuse(payment: Payment): void {
    this.#change(payment, () => {
      payment.underWay = Math.max(0, payment.underWay - 1);
    });
    // A rejected create is dropped, because its key can be used again.
    if (payment.underWay === 0 && payment.lost === 0 && payment.costs.size === 0) this.#forget(payment);
  }

  /** Records that the outcome of an attempt is unknown. */
  lose(payment: Payment): void {
    this.#change(payment, () => {
      payment.underWay = Math.max(0, payment.underWay - 1);
      payment.lost += 1;
    });
  }

  /** Records the cost in a record, 0 for a failed generation. Returns true if the cost is new. */
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

  /** Changes a payment and updates the sums. */
  #change(payment: Payment, change: () => void): void {
    const [amount, spent] = [this.#amountOf(payment), sumOf(payment.costs)];
    change();
    this.#total += this.#amountOf(payment) - amount;
    this.#spent += sumOf(payment.costs) - spent;
  }

  /** Records the handling of repeated keys, and recalculates the total. */
  #see(keys: 'kept' | 'broken'): void {
    if (this.#keys === keys) return;
    for (const payment of this.#payments) this.#total -= this.#amountOf(payment);
    this.#keys = keys;
    for (const payment of this.#payments) this.#total += this.#amountOf(payment);
  }

  /** Drops the oldest payment without attempts in flight, whose number is limited by the connections. */
  #forgetOldest(): void {
    for (const payment of this.#payments) {
      if (payment.underWay === 0) return this.#forget(payment);
    }
  }

  /** Drops a payment. Its cost stays counted. */
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
