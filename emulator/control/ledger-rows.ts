/** Converts the changes of a ledger to rows, one for each change by a request, the control API or the clock. */

import * as z from 'zod';
import { toDollars, toMicros } from '../../contract/prices.ts';
import { groupBy } from '../../lib/group-by.ts';
import { toLedgerInDollars, type Ledger, type LedgerInDollars } from '../domain/ledger.ts';
import type { Entry } from '../journal/entry.ts';
import type { LedgerChange } from '../journal/log.ts';
import { LedgerView } from './view-schemas.ts';
import { isoTime } from './views.ts';

/** The schema of a row: a movement, the ledger after it, and its cause, which is null if it was not recorded. */
export const LedgerRow = z
  .object({
    kind: z.enum(['reserve', 'capture', 'refund', 'grant']),
    amount_usd: z.number().describe('Negative if credits were removed, or if a restored snapshot reversed a capture.'),
    ledger: LedgerView.meta({ description: 'The ledger after this entry.' }),
    at: z.string().nullable().meta({
      description:
        "The time on the account's clock. Null for some changes that no request caused: changes before the server started, and changes in another replica.",
    }),
    request_id: z.string().nullable().meta({
      description:
        'The request that caused this entry. Null if the clock, the control API or a restored snapshot caused this entry.',
    }),
    generation: z.string().nullable(),
  })
  .meta({ description: 'One entry of the ledger.' });
type LedgerRow = z.output<typeof LedgerRow>;
type Cause = Pick<LedgerRow, 'at' | 'request_id' | 'generation'>;

export type LedgerSheet = ReturnType<typeof toLedgerSheet>;

interface Step {
  readonly seq: number;
  readonly before: Ledger;
  readonly after: Ledger;
  readonly cause: Cause;
}

export interface LedgerSources {
  readonly entries: readonly Pick<Entry, 'seq' | 'at' | 'request_id' | 'changes'>[];
  readonly ledgerChanges: readonly LedgerChange[];
}

const UNKNOWN: Cause = { at: null, request_id: null, generation: null };

/**
 * Builds the rows that lead to the current ledger, oldest first. Returns them with the ledger before the first row, and
 * with the sum of all refunds.
 */
export function toLedgerSheet({ entries, ledgerChanges }: LedgerSources, current: LedgerInDollars) {
  const end = toLedger(current);
  const found = [...entries.flatMap(stepsOf), ...ledgerChanges.flatMap(stepOf)].toSorted((a, b) => a.seq - b.seq);
  const steps = inOrder(found, end);
  const opening = steps[0]?.before ?? end;
  const rows: LedgerRow[] = [];
  let reached = opening;
  for (const { before, after, cause } of [...steps, { before: end, after: end, cause: UNKNOWN }]) {
    rows.push(...movements(reached, before, UNKNOWN), ...movements(before, after, cause));
    reached = after;
  }
  const refunds = rows.filter(({ kind }) => kind === 'refund');
  const refunded = toDollars(refunds.reduce((sum, { amount_usd: amount }) => sum + toMicros(amount), 0));
  return { opening: toLedgerInDollars(opening), rows, refunded };
}

function stepsOf({ seq, at, request_id, changes }: LedgerSources['entries'][number]): Step[] {
  return changes.flatMap(({ ledger, generation }) => {
    const cause = { at, request_id, generation: generation?.id ?? null };
    return ledger === null ? [] : [{ seq, before: toLedger(ledger.before), after: toLedger(ledger.after), cause }];
  });
}

function stepOf({ seq, at, step: { generation, ledgerBefore: before, ledgerAfter: after } }: LedgerChange): Step[] {
  const cause = { at: isoTime(at), request_id: null, generation: generation ?? null };
  return before === undefined || after === undefined ? [] : [{ seq, before, after, cause }];
}

/**
 * Sorts steps. The journal lists parallel requests in the order of their responses. Here, each step follows the step
 * that left the ledger in the state where it starts, if that step is known.
 */
function inOrder(steps: readonly Step[], end: Ledger): Step[] {
  const left = new Set(steps);
  const queues = groupBy(steps, ({ before }) => keyOf(before));
  const afters = new Set([end, ...steps.map(({ after }) => after)].map(keyOf));
  const ordered: Step[] = [];
  let next = steps.find(({ before }) => !afters.has(keyOf(before))) ?? steps[0];
  while (next !== undefined) {
    left.delete(next);
    ordered.push(next);
    const queue = queues.get(keyOf(next.after));
    do next = queue?.shift();
    while (next !== undefined && !left.has(next));
    const [earliest] = left;
    next ??= earliest;
  }
  return ordered;
}

function keyOf({ granted, balance, reserved, captured }: Ledger): string {
  return `${granted} ${balance} ${reserved} ${captured}`;
}

/** Returns movements in an order that keeps all amounts non-negative, each with the ledger after it. */
function movements(from: Ledger, to: Ledger, cause: Cause): LedgerRow[] {
  const granted = to.granted - from.granted;
  const captured = to.captured - from.captured;
  const spent = to.reserved - from.reserved + captured;
  const amounts: [LedgerRow['kind'], number][] = [
    ['capture', Math.min(captured, 0)],
    ['refund', Math.max(-spent, 0)],
    ['grant', Math.max(granted, 0)],
    ['reserve', Math.max(spent, 0)],
    ['capture', Math.max(captured, 0)],
    ['grant', Math.min(granted, 0)],
  ];
  let reached = from;
  return amounts.flatMap(([kind, amount]) => {
    if (amount === 0) return [];
    reached = MOVES[kind](reached, amount);
    return [{ kind, amount_usd: toDollars(amount), ledger: toLedgerInDollars(reached), ...cause }];
  });
}

const MOVES: Record<LedgerRow['kind'], (from: Ledger, amount: number) => Ledger> = {
  reserve: (from, amount) => ({ ...from, balance: from.balance - amount, reserved: from.reserved + amount }),
  capture: (from, amount) => ({ ...from, reserved: from.reserved - amount, captured: from.captured + amount }),
  refund: (from, amount) => ({ ...from, reserved: from.reserved - amount, balance: from.balance + amount }),
  grant: (from, amount) => ({ ...from, granted: from.granted + amount, balance: from.balance + amount }),
};

function toLedger({ granted_usd, balance_usd, reserved_usd, captured_usd }: LedgerInDollars): Ledger {
  return {
    granted: toMicros(granted_usd),
    balance: toMicros(balance_usd),
    reserved: toMicros(reserved_usd),
    captured: toMicros(captured_usd),
  };
}
