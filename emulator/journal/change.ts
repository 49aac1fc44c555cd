/** The changes of a request to generations and to the ledger, as the journal stores and shows them. */

import type { Status } from '../../contract/generation.ts';
import { toLedgerInDollars, type Ledger, type LedgerInDollars } from '../domain/ledger.ts';
import type { Step } from '../domain/trace.ts';

/** The changes of one atomic step. `before` is null for a generation that the step created. */
export interface Change {
  readonly generation: { readonly id: string; readonly before: Status | null; readonly after: Status } | null;
  readonly ledger: { readonly before: LedgerInDollars; readonly after: LedgerInDollars } | null;
}

/** A step. The statuses follow the id of the generation. The ledger before and after the step has four amounts each. */
type StepRow = readonly [id: string, before: Status | '', after: Status | '', ...amounts: number[]];

/**
 * Writes a row for each step that changed something, as JSON. `JSON.stringify` takes three times as long (bench:api,
 * valid creates). Ids and statuses contain no character that JSON escapes.
 */
export function changeRows(steps: readonly Step[]): string | undefined {
  let rows = '';
  for (const { generation = '', statusBefore, statusAfter, ledgerBefore, ledgerAfter } of steps) {
    if (ledgerAfter === undefined && statusBefore === statusAfter) continue;
    const names = `"${generation}","${statusBefore ?? ''}","${statusAfter ?? ''}"`;
    rows += `${rows && ','}[${names}${amountsOf(ledgerBefore)}${amountsOf(ledgerAfter)}]`;
  }
  return rows === '' ? undefined : `[${rows}]`;
}

function amountsOf(ledger: Ledger | undefined): string {
  return ledger === undefined ? '' : `,${ledger.granted},${ledger.balance},${ledger.reserved},${ledger.captured}`;
}

/** Converts the rows to the changes that they represent. */
export function changesIn(rows: string | null): readonly Change[] {
  return rows === null ? [] : (JSON.parse(rows) as readonly StepRow[]).map(toChange);
}

function toChange([id, before, after, ...amounts]: StepRow): Change {
  return {
    generation: id === '' || after === '' ? null : { id, before: before === '' ? null : before, after },
    ledger: amounts.length === 0 ? null : { before: inDollars(amounts), after: inDollars(amounts.slice(4)) },
  };
}

function inDollars([granted = 0, balance = 0, reserved = 0, captured = 0]: readonly number[]): LedgerInDollars {
  return toLedgerInDollars({ granted, balance, reserved, captured });
}
