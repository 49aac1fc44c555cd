/** An account's money in whole micro-dollars. After every step, balance + reserved + captured = granted. */

import { toDollars, type Micros } from '../../contract/prices.ts';

export interface Ledger {
  /** The credits that were ever granted. */
  readonly granted: Micros;
  /** The credits that can still be spent. */
  readonly balance: Micros;
  /** The credits that are reserved for generations whose end was not read yet. */
  readonly reserved: Micros;
  /** The credits that were spent on completed generations. */
  readonly captured: Micros;
}

export interface LedgerInDollars {
  readonly granted_usd: number;
  readonly balance_usd: number;
  readonly reserved_usd: number;
  readonly captured_usd: number;
}

/** Converts a ledger to US dollars for public JSON. */
export function toLedgerInDollars({ granted, balance, reserved, captured }: Ledger): LedgerInDollars {
  return {
    granted_usd: toDollars(granted),
    balance_usd: toDollars(balance),
    reserved_usd: toDollars(reserved),
    captured_usd: toDollars(captured),
  };
}

export function openLedger(granted: Micros): Ledger {
  return { granted, balance: granted, reserved: 0, captured: 0 };
}

/** Reserves the cost of a generation. Returns undefined if the balance is too low. */
export function reserve({ granted, balance, reserved, captured }: Ledger, cost: Micros): Ledger | undefined {
  if (balance < cost) return undefined;
  return { granted, balance: balance - cost, reserved: reserved + cost, captured };
}

/** Grants credits, or withdraws them if the amount is negative. Returns undefined if the balance is too low. */
export function grant(ledger: Ledger, amount: Micros): Ledger | undefined {
  if (ledger.balance + amount < 0) return undefined;
  return { ...ledger, granted: ledger.granted + amount, balance: ledger.balance + amount };
}

export function capture(ledger: Ledger, cost: Micros): Ledger {
  return { ...ledger, reserved: ledger.reserved - cost, captured: ledger.captured + cost };
}

/** Returns the reservation of a failed generation to the balance. */
export function refund(ledger: Ledger, cost: Micros): Ledger {
  return { ...ledger, reserved: ledger.reserved - cost, balance: ledger.balance + cost };
}

/** Sets the balance, and adds the difference to the granted credits. */
export function setBalance(ledger: Ledger, balance: Micros): Ledger {
  return { ...ledger, balance, granted: ledger.granted + balance - ledger.balance };
}

/** Reports whether the ledger balances. If it does not, the emulator has a defect. */
export function isBalanced(ledger: Ledger): boolean {
  const { granted, balance, reserved, captured } = ledger;
  return balance + reserved + captured === granted && Math.min(balance, reserved, captured) >= 0;
}
