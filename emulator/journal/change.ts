/** The changes of a request to generations and to the ledger, as the journal stores and shows them. */

import type { Status } from '../../contract/generation.ts';
import { openLedger, toLedgerInDollars, type Ledger, type LedgerInDollars } from '../domain/ledger.ts';
import type { Step } from '../domain/trace.ts';

/** The changes of one atomic step. `before` is null for a generation that the step created. */
export interface Change {
  readonly generation: { readonly id: string; readonly before: Status | null; readonly after: Status } | null;
  readonly ledger: { readonly before: LedgerInDollars; readonly after: LedgerInDollars } | null;
}

/**
 * A step. The statuses follow the id of the generation. Then follow balance, reserved and captured before the step, and
 * their differences, which are faster to write than the large amounts after the step. The sum is the granted amount.
 */
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
    const amounts =
      ledgerBefore && ledgerAfter ? amountsOf(ledgerBefore, NONE) + amountsOf(ledgerAfter, ledgerBefore) : '';
    rows += `${rows && ','}[${names}${amounts}]`;
  }
  return rows === '' ? undefined : `[${rows}]`;
}

const NONE = openLedger(0);

function amountsOf({ balance, reserved, captured }: Ledger, from: Ledger): string {
  return `,${balance - from.balance},${reserved - from.reserved},${captured - from.captured}`;
}

/** Converts the rows to the changes that they represent. */
export function changesIn(rows: string | null): readonly Change[] {
  return rows === null ? [] : (JSON.parse(rows) as readonly StepRow[]).map(toChange);
}

function toChange([id, before, after, ...amounts]: StepRow): Change {
  const [first, second] = [amounts.slice(0, 3), amounts.slice(3)];
  const later = first.map((amount, nth) => amount + (second[nth] ?? 0));
  return {
    generation: id === '' || after === '' ? null : { id, before: before === '' ? null : before, after },
    ledger: amounts.length === 0 ? null : { before: inDollars(first), after: inDollars(later) },
  };
}

function inDollars([balance = 0, reserved = 0, captured = 0]: readonly number[]): LedgerInDollars {
  return toLedgerInDollars({ granted: balance + reserved + captured, balance, reserved, captured });
}
