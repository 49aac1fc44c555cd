/** Converts the changes of a ledger to rows, one for each change by a request, the control API or the clock. */

import { toDollars, toMicros } from '../../contract/prices.ts';
import { toLedgerInDollars, type Ledger, type LedgerInDollars } from '../domain/ledger.ts';
import type { Entry } from '../journal/entry.ts';
import type { MoneyMove } from '../journal/log.ts';
import { isoTime } from './views.ts';

export const MOVEMENTS = ['reserve', 'capture', 'refund', 'grant'] as const;
type Movement = (typeof MOVEMENTS)[number];

/** The cause of a change. Everything is null if the change was not recorded. */
interface Cause {
  readonly at: string | null;
  readonly request_id: string | null;
  readonly generation: string | null;
}

/** A movement and the ledger after it, in US dollars. */
interface LedgerRow extends Cause {
  readonly kind: Movement;
  readonly amount_usd: number;
  readonly ledger: LedgerInDollars;
}

export interface LedgerSheet {
  /** The ledger before the first row. */
  readonly opening: LedgerInDollars;
  /** The rows, oldest first. The last row ends with the current ledger. */
  readonly rows: readonly LedgerRow[];
  /** The sum of all refunds. */
  readonly refunded: number;
}

interface Step {
  readonly seq: number;
  readonly before: Ledger;
  readonly after: Ledger;
  readonly cause: Cause;
}

type Entries = readonly Pick<Entry, 'seq' | 'at' | 'request_id' | 'changes'>[];

export interface LedgerSources {
  readonly entries: Entries;
  readonly moves: readonly MoneyMove[];
}

const UNKNOWN: Cause = { at: null, request_id: null, generation: null };

/** Builds the rows that lead to the current ledger from journal entries and from changes without a request. */
export function toLedgerSheet({ entries, moves }: LedgerSources, current: LedgerInDollars): LedgerSheet {
  const end = toLedger(current);
  const found = [...entries.flatMap(stepsOf), ...moves.flatMap(stepOf)].toSorted((a, b) => a.seq - b.seq);
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

function stepsOf({ seq, at, request_id, changes }: Entries[number]): Step[] {
  return changes.flatMap(({ ledger, generation }) => {
    const cause = { at, request_id, generation: generation?.id ?? null };
    return ledger === null ? [] : [{ seq, before: toLedger(ledger.before), after: toLedger(ledger.after), cause }];
  });
}

function stepOf({ seq, at, step: { generation, ledgerBefore: before, ledgerAfter: after } }: MoneyMove): Step[] {
  const cause = { at: isoTime(at), request_id: null, generation: generation ?? null };
  return before === undefined || after === undefined ? [] : [{ seq, before, after, cause }];
}

/**
 * Sorts steps. The journal lists parallel requests in the order of their responses. Here, each step follows the step
 * that left the ledger in the state where it starts, if that step is known.
 */
function inOrder(steps: readonly Step[], end: Ledger): Step[] {
  const left = new Set(steps);
  const queues = new Map<string, Step[]>();
  for (const step of steps) {
    const key = keyOf(step.before);
    const queue = queues.get(key) ?? [];
    queue.push(step);
    queues.set(key, queue);
  }
  const afters = new Set([end, ...steps.map(({ after }) => after)].map(keyOf));
  const ordered: Step[] = [];
  let next = steps.find(({ before }) => !afters.has(keyOf(before))) ?? steps[0];
  while (next !== undefined) {
    left.delete(next);
    ordered.push(next);
    const queue = queues.get(keyOf(next.after)) ?? [];
    do next = queue.shift();
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
  const amounts: [Movement, number][] = [
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

const MOVES: Readonly<Record<Movement, (from: Ledger, amount: number) => Ledger>> = {
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
