/** The changes of a request to generations and to the ledger, as the journal stores and shows them. */

import type { Status } from '../../contract/generation.ts';
import { toLedgerInDollars, type Ledger, type LedgerInDollars } from '../domain/ledger.ts';
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
  ledgerAfter: Amounts | null,
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
function toRow({ generation, statusBefore, statusAfter, ledgerBefore, ledgerAfter }: Step): StepRow {
  return [
    generation ?? null,
    statusBefore ?? null,
    statusAfter ?? null,
    ledgerBefore === undefined ? null : toAmounts(ledgerBefore),
    ledgerAfter === undefined ? null : toAmounts(ledgerAfter),
  ];
}

/** Makes a row readable. */
export function toChange([id, before, after, ledgerBefore, ledgerAfter]: StepRow): Change {
  return {
    generation: id === null || after === null ? null : { id, before, after },
    ledger:
      ledgerBefore === null || ledgerAfter === null
        ? null
        : { before: fromAmounts(ledgerBefore), after: fromAmounts(ledgerAfter) },
  };
}

function toAmounts({ granted, balance, reserved, captured }: Ledger): Amounts {
  return [granted, balance, reserved, captured];
}

function fromAmounts([granted, balance, reserved, captured]: Amounts): LedgerInDollars {
  return toLedgerInDollars({ granted, balance, reserved, captured });
}
