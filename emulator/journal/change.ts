/** The changes of a request to generations and to the ledger, as the journal stores and shows them. */

import type { Status } from '../../contract/generation.ts';
import { toLedgerInDollars, type Ledger, type LedgerInDollars } from '../domain/ledger.ts';
import type { Step } from '../domain/trace.ts';

/** The changes of one atomic step. `before` is null for a generation that the step created. */
export interface Change {
  readonly generation: { readonly id: string; readonly before: Status | null; readonly after: Status } | null;
  readonly ledger: { readonly before: LedgerInDollars; readonly after: LedgerInDollars } | null;
}

/**
 * Writes a line for each step that changed something: the generation, its status before and after, and the amounts of
 * the ledger before and after. `JSON.stringify` takes three times as long (bench:api, valid creates).
 */
export function changeLines(steps: readonly Step[]): string | undefined {
  let lines = '';
  for (const { generation = '', statusBefore, statusAfter, ledgerBefore, ledgerAfter } of steps) {
    if (ledgerAfter === undefined && statusBefore === statusAfter) continue;
    const statuses = `${statusBefore ?? ''} ${statusAfter ?? ''}`;
    lines += `${generation} ${statuses}${amountsOf(ledgerBefore)}${amountsOf(ledgerAfter)}\n`;
  }
  return lines === '' ? undefined : lines;
}

function amountsOf(ledger: Ledger | undefined): string {
  return ledger === undefined ? '' : ` ${ledger.granted} ${ledger.balance} ${ledger.reserved} ${ledger.captured}`;
}

/** Converts the lines to the changes that they represent. */
export function changesIn(lines: string | null): readonly Change[] {
  return lines === null ? [] : lines.trimEnd().split('\n').map(toChange);
}

function toChange(line: string): Change {
  const [id = '', before = '', after = '', ...amounts] = line.split(' ');
  // The lines contain statuses only.
  const status = { before: before === '' ? null : (before as Status), after: after as Status };
  const ledger = { before: inDollars(amounts.slice(0, 4)), after: inDollars(amounts.slice(4)) };
  return {
    generation: id === '' || after === '' ? null : { id, ...status },
    ledger: amounts.length === 0 ? null : ledger,
  };
}

function inDollars(amounts: readonly string[]): LedgerInDollars {
  const [granted = 0, balance = 0, reserved = 0, captured = 0] = amounts.map(Number);
  return toLedgerInDollars({ granted, balance, reserved, captured });
}
