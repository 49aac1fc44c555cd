/** The changes of a request to generations and to the ledger, as the journal stores and shows them. */

import type { Status } from '../../contract/generation.ts';
import { toLedgerInDollars, type LedgerInDollars } from '../domain/ledger.ts';
import type { Step } from '../domain/trace.ts';

/** The changes of one atomic step. `before` is null for a generation that the step created. */
export interface Change {
  readonly generation: { readonly id: string; readonly before: Status | null; readonly after: Status } | null;
  readonly ledger: { readonly before: LedgerInDollars; readonly after: LedgerInDollars } | null;
}

type Amounts = readonly [granted: number, balance: number, reserved: number, captured: number];
export type StepRow = readonly [
  generation: string | null,
  statusBefore: Status | null,
  statusAfter: Status | null,
  ledgerBefore: Amounts | null,
  /** The differences are stored, because small numbers are faster to write than the amounts after the step. */
  difference: Amounts | null,
];

const NONE: readonly never[] = [];

/** Returns a row for each step that changed something. */
export function toRows(steps: readonly Step[]): readonly StepRow[] {
  return steps.length === 0 ? NONE : steps.filter(isChange).map(toRow);
}

function isChange({ statusBefore, statusAfter, ledgerAfter }: Step): boolean {
  return ledgerAfter !== undefined || statusBefore !== statusAfter;
}

/** Converts a step to a row, which takes less time to write as JSON than an object (bench:api, valid creates). */
function toRow(step: Step): StepRow {
  const { generation = null, statusBefore = null, statusAfter = null, ledgerBefore: before, ledgerAfter: after } = step;
  if (before === undefined || after === undefined) return [generation, statusBefore, statusAfter, null, null];
  const amounts: Amounts = [before.granted, before.balance, before.reserved, before.captured];
  const difference: Amounts = [
    after.granted - before.granted,
    after.balance - before.balance,
    after.reserved - before.reserved,
    after.captured - before.captured,
  ];
  return [generation, statusBefore, statusAfter, amounts, difference];
}

/** Converts a row to the change that it represents. */
export function toChange([id, before, after, ledger, difference]: StepRow): Change {
  return {
    generation: id === null || after === null ? null : { id, before, after },
    ledger: ledger && { before: inDollars(ledger), after: inDollars(ledger, difference) },
  };
}

function inDollars(amounts: Amounts, difference: Amounts | null = null): LedgerInDollars {
  const sums = amounts.map((amount, nth) => amount + (difference?.[nth] ?? 0));
  const [granted = 0, balance = 0, reserved = 0, captured = 0] = sums;
  return toLedgerInDollars({ granted, balance, reserved, captured });
}
