/** An account's money, in whole micro-dollars. After every step balance + reserved + captured = granted. */

import type { Micros } from '../../contract/prices.ts';

export interface Ledger {
  /** All that was ever put in. */
  readonly granted: Micros;
  /** What can still be spent. */
  readonly balance: Micros;
  /** Held for generations that have not ended, or whose end nobody has looked at. */
  readonly reserved: Micros;
  /** Spent on completed generations. */
  readonly captured: Micros;
}

/** A new account's ledger. */
export function openLedger(granted: Micros): Ledger {
  return { granted, balance: granted, reserved: 0, captured: 0 };
}

/** Holds the cost of a generation, or answers nothing when the balance is below it. */
export function reserve({ granted, balance, reserved, captured }: Ledger, cost: Micros): Ledger | undefined {
  if (balance < cost) return undefined;
  return { granted, balance: balance - cost, reserved: reserved + cost, captured };
}

/** Credits are put in, or with a negative amount taken out; nothing when there are not so many to take. */
export function grant(ledger: Ledger, amount: Micros): Ledger | undefined {
  if (ledger.balance + amount < 0) return undefined;
  return { ...ledger, granted: ledger.granted + amount, balance: ledger.balance + amount };
}

/** A generation completed: what was held is spent. */
export function capture(ledger: Ledger, cost: Micros): Ledger {
  return { ...ledger, reserved: ledger.reserved - cost, captured: ledger.captured + cost };
}

/** A generation failed: what was held can be spent again. */
export function refund(ledger: Ledger, cost: Micros): Ledger {
  return { ...ledger, reserved: ledger.reserved - cost, balance: ledger.balance + cost };
}

/** Sets the balance by hand: what is added or taken away was granted or is taken back. */
export function setBalance(ledger: Ledger, balance: Micros): Ledger {
  return { ...ledger, balance, granted: ledger.granted + balance - ledger.balance };
}

/** Whether the books balance; a broken ledger is a defect of ours, never a state to go on from. */
export function isBalanced(ledger: Ledger): boolean {
  const { granted, balance, reserved, captured } = ledger;
  return balance + reserved + captured === granted && Math.min(balance, reserved, captured) >= 0;
}
