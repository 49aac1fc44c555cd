import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Payments, type Payment } from './payments.ts';

const PRICE = 10;
const anyPrice = (): number => Infinity;

function paid(payments: Payments, key: string | undefined, id: string): Payment {
  const payment = payments.begin(key, PRICE, anyPrice);
  if (payment === undefined) throw new Error('A create that costs nothing more was refused.');
  payments.accept(payment, id, PRICE);
  return payment;
}

test('the oldest payments are forgotten, and what they cost stays spent', () => {
  const payments = new Payments(3);
  for (let at = 0; at < 5; at += 1) paid(payments, `key ${at}`, `id ${at}`);
  expect([payments.total, payments.spent, payments.accepted]).toEqual([50, 50, 5]);
  expect([payments.tell('id 0', 0), payments.tell('id 4', 0)]).toEqual([false, true]);
  expect(payments.spent).toBe(40);
  // Its key is free, so that its repetition may cost again.
  expect(payments.begin('key 0', PRICE, () => PRICE - 1)).toBeUndefined();
  paid(payments, 'key 4', 'id 4');
  expect(payments.begin('key 3', PRICE, () => PRICE - 1)).toBeDefined();
});

test('attempts with one key count each until a repetition was answered with the same generation', () => {
  const payments = new Payments();
  const attempts = [1, 2, 3].map(() => payments.begin('key', PRICE, anyPrice));
  expect(payments.total).toBe(3 * PRICE);
  for (const [nth, attempt] of attempts.entries()) {
    if (attempt !== undefined) payments.accept(attempt, 'id', PRICE);
    expect(payments.total).toBe(nth === 0 ? 3 * PRICE : PRICE);
  }
  expect(payments.begin('key', PRICE, () => 0)).toBeDefined();
});

test('an attempt that is dearer than the one before it with its key counts with its own price', () => {
  const payments = new Payments();
  payments.begin('key', PRICE, anyPrice);
  expect(payments.begin('key', 3 * PRICE, (total) => 4 * PRICE - total)).toBeUndefined();
  payments.begin('key', 3 * PRICE, anyPrice);
  expect(payments.total).toBe(6 * PRICE);
});

test('a payment that is under way is never forgotten', () => {
  const payments = new Payments(2);
  const slow = payments.begin(undefined, PRICE, anyPrice);
  for (let at = 0; at < 5; at += 1) paid(payments, undefined, `id ${at}`);
  expect(payments.total).toBe(60);
  if (slow !== undefined) payments.accept(slow, 'slow', 4);
  expect([payments.total, payments.tell('slow', 0), payments.total]).toEqual([54, true, 50]);
});

/** The amount of a payment, by its fields. */
function amountOf({ price, underWay, lost, costs }: Payment, keepsKeys: boolean): number {
  const cost = Array.from(costs.values()).reduce((sum, one) => sum + one, 0);
  if (!keepsKeys) return cost + (underWay + lost) * price;
  return costs.size > 0 ? cost : Math.min(underWay + lost, 1) * price;
}

const STEP = fc.record({
  act: fc.constantFrom('begin', 'begin', 'accept', 'refuse', 'lose', 'tell'),
  key: fc.constantFrom('a', 'b', undefined),
  id: fc.constantFrom('1', '2', '3', '4'),
  amount: fc.constantFrom(0, 3, 10, 25),
});

test('the sums are the sums of all payments, in any state', () => {
  fc.assert(
    fc.property(fc.array(STEP, { maxLength: 40 }), (steps) => {
      const payments = new Payments();
      const [made, underWay] = [new Set<Payment>(), new Array<Payment>()];
      let isReplayed = false;
      for (const { act, key, id, amount } of steps) {
        const one = act === 'begin' ? payments.begin(key, amount, anyPrice) : underWay.shift();
        if (act === 'tell') payments.tell(id, amount);
        if (one === undefined) continue;
        made.add(one);
        if (act === 'accept') isReplayed ||= one.costs.has(id);
        if (act === 'begin' || act === 'tell') underWay.push(one);
        else if (act === 'accept') payments.accept(one, id, amount);
        else if (act === 'refuse') payments.refuse(one);
        else payments.lose(one);
      }
      const keepsKeys = isReplayed && Array.from(made).every(({ costs }) => costs.size < 2);
      const sum = Array.from(made).reduce((total, one) => total + amountOf(one, keepsKeys), 0);
      expect(payments.total).toBe(sum);
      expect(payments.spent).toBeLessThanOrEqual(sum);
    }),
  );
});
