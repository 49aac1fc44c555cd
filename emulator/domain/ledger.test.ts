import { array, assert, integer, property, tuple, constantFrom } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capture, isBalanced, openLedger, refund, reserve } from './ledger.ts';

describe('a ledger', () => {
  test('opens with all in the balance', () => {
    expect(openLedger(5)).toEqual({ granted: 5, balance: 5, reserved: 0, captured: 0 });
  });

  test('reserves to the last unit and not beyond it', () => {
    const ledger = openLedger(480_000);
    expect(reserve(ledger, 480_000)).toEqual({ granted: 480_000, balance: 0, reserved: 480_000, captured: 0 });
    expect(reserve(ledger, 480_001)).toBeUndefined();
  });

  test('spends what was captured and gives back what was refunded', () => {
    const held = reserve(openLedger(10), 4);
    expect(held && capture(held, 4)).toEqual({ granted: 10, balance: 6, reserved: 0, captured: 4 });
    expect(held && refund(held, 4)).toEqual({ granted: 10, balance: 10, reserved: 0, captured: 0 });
  });

  test('balances after every step of any history', () => {
    const steps = array(tuple(constantFrom('reserve', 'capture', 'refund'), integer({ min: 0, max: 400 })));
    assert(
      property(integer({ min: 0, max: 2000 }), steps, (granted, history) => {
        let ledger = openLedger(granted);
        const held: number[] = [];
        for (const [step, cost] of history) {
          const next = step === 'reserve' ? reserve(ledger, cost) : undefined;
          if (next !== undefined) held.push(cost);
          const ending = step === 'reserve' ? undefined : held.pop();
          const settle = step === 'capture' ? capture : refund;
          ledger = next ?? (ending === undefined ? ledger : settle(ledger, ending));
          expect(isBalanced(ledger)).toBe(true);
          expect(ledger.reserved).toBe(held.reduce((sum, amount) => sum + amount, 0));
        }
      }),
    );
  });

  test.each([
    ['money out of nowhere', { granted: 10, balance: 11, reserved: 0, captured: 0 }],
    ['a refund that happened twice', { granted: 10, balance: 14, reserved: -4, captured: 0 }],
    ['a hole', { granted: 10, balance: 5, reserved: 2, captured: 2 }],
  ])('with %s does not balance', (_, ledger) => {
    expect(isBalanced(ledger)).toBe(false);
  });
});
