/** Converts the changes of a ledger to rows, one for each change by a request, the control API or the clock. */

import { toLedgerInDollars, type LedgerInDollars } from '../domain/ledger.ts';
import type { Entry } from '../journal/entry.ts';
import type { MoneyMove } from '../journal/money-moves.ts';
import { isoTime } from './views.ts';

export const MOVEMENTS = ['reserve', 'capture', 'refund', 'grant'] as const;
export type Movement = (typeof MOVEMENTS)[number];

/** A movement and the ledger after it, in US dollars. */
export interface LedgerRow {
  readonly kind: Movement;
  readonly amount: number;
  readonly after: LedgerInDollars;
  /** The time on the account's clock. Null if the change was not recorded. */
  readonly at: string | null;
  /** The request. Null if the clock, the control API or a grant caused the change. */
  readonly requestId: string | null;
  readonly generation: string | null;
}

export interface LedgerSheet {
  /** The ledger before the first row. */
  readonly opening: LedgerInDollars;
  /** The rows, oldest first. The last row ends with the current ledger. */
  readonly rows: readonly LedgerRow[];
  /** The sum of all refunds. */
  readonly refunded: number;
}

type Cause = Pick<LedgerRow, 'at' | 'requestId' | 'generation'>;

interface Step extends Cause {
  readonly seq: number;
  readonly before: LedgerInDollars;
  readonly after: LedgerInDollars;
}

type Entries = readonly Pick<Entry, 'seq' | 'at' | 'request_id' | 'changes'>[];

export interface LedgerSources {
  readonly entries: Entries;
  readonly moves: readonly MoneyMove[];
}

/** Builds the rows that lead to the current ledger from journal entries and from changes without a request. */
export function toLedgerSheet({ entries, moves }: LedgerSources, current: LedgerInDollars): LedgerSheet {
  const found = [...entries.flatMap(stepsOf), ...moves.flatMap(stepOf)].toSorted((a, b) => a.seq - b.seq);
  const steps = inOrder(found, current);
  const opening = steps[0]?.before ?? current;
  const rows: LedgerRow[] = [];
  let reached = opening;
  const move = (to: LedgerInDollars, cause: Cause): void => {
    rows.push(...movements(reached, to, cause));
    reached = to;
  };
  for (const { before, after, at, requestId, generation } of steps) {
    move(before, UNKNOWN);
    move(after, { at, requestId, generation });
  }
  move(current, UNKNOWN);
  return { opening, rows, refunded: sum(rows.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount)) };
}

/** The cause of changes that were not recorded. */
const UNKNOWN: Cause = { at: null, requestId: null, generation: null };

function stepsOf({ seq, at, request_id: requestId, changes }: Entries[number]): Step[] {
  return changes.flatMap(({ ledger, generation }) =>
    ledger === null ? [] : [{ ...ledger, seq, at, requestId, generation: generation?.id ?? null }],
  );
}

function stepOf({ seq, at, step: { generation, ledgerBefore, ledgerAfter } }: MoneyMove): Step[] {
  if (ledgerBefore === undefined || ledgerAfter === undefined) return [];
  const [before, after] = [toLedgerInDollars(ledgerBefore), toLedgerInDollars(ledgerAfter)];
  return [{ before, after, seq, at: isoTime(at), requestId: null, generation: generation ?? null }];
}

/**
 * Sorts steps. The journal lists parallel requests in the order of their responses. Here, each step follows the step
 * that left the ledger in the state where it starts, if that step is known.
 */
function inOrder(steps: readonly Step[], current: LedgerInDollars): Step[] {
  const left = new Set(steps);
  const byBefore = new Map<string, Step[]>();
  for (const step of steps) {
    const same = byBefore.get(keyOf(step.before));
    if (same === undefined) byBefore.set(keyOf(step.before), [step]);
    else same.push(step);
  }
  const afters = new Set([current, ...steps.map(({ after }) => after)].map(keyOf));
  const ordered: Step[] = [];
  let next = steps.find(({ before }) => !afters.has(keyOf(before))) ?? steps[0];
  while (next !== undefined) {
    left.delete(next);
    ordered.push(next);
    const [earliest] = left;
    next = firstOf(byBefore.get(keyOf(next.after)) ?? [], left) ?? earliest;
  }
  return ordered;
}

/** Removes and returns the first remaining step of a queue, and removes the steps before it. */
function firstOf(queue: Step[], left: ReadonlySet<Step>): Step | undefined {
  const at = queue.findIndex((step) => left.has(step));
  const removed = queue.splice(0, at < 0 ? queue.length : at + 1);
  return at < 0 ? undefined : removed.at(-1);
}

/** Returns movements in an order that keeps all amounts non-negative, each with the ledger after it. */
function movements(from: LedgerInDollars, to: LedgerInDollars, cause: Cause): LedgerRow[] {
  const captured = change(from.captured_usd, to.captured_usd);
  const spent = change(from.reserved_usd, to.reserved_usd) + captured;
  const granted = change(from.granted_usd, to.granted_usd);
  const amounts: [Movement, number][] = [
    ['capture', Math.min(captured, 0)],
    ['refund', Math.max(-spent, 0)],
    ['grant', Math.max(granted, 0)],
    ['reserve', Math.max(spent, 0)],
    ['capture', Math.max(captured, 0)],
    ['grant', Math.min(granted, 0)],
  ];
  let after = from;
  return amounts.flatMap(([kind, micros]) => {
    if (micros === 0) return [];
    after = moved(after, kind, micros);
    return [{ kind, amount: micros / MILLION, after, ...cause }];
  });
}

function moved(from: LedgerInDollars, kind: Movement, micros: number): LedgerInDollars {
  const plus = (amount: number, sign: number): number => (Math.round(amount * MILLION) + sign * micros) / MILLION;
  const [granted, balance, reserved, captured] = SIGNS[kind];
  return {
    granted_usd: plus(from.granted_usd, granted),
    balance_usd: plus(from.balance_usd, balance),
    reserved_usd: plus(from.reserved_usd, reserved),
    captured_usd: plus(from.captured_usd, captured),
  };
}

/** The signs of a movement for granted, balance, reserved and captured. */
const SIGNS: Record<Movement, readonly [number, number, number, number]> = {
  reserve: [0, -1, 1, 0],
  capture: [0, 0, -1, 1],
  refund: [0, 1, -1, 0],
  grant: [1, 1, 0, 0],
};

const MILLION = 1_000_000;

/** Returns the difference in whole micro-dollars, in which sums are exact. */
function change(from: number, to: number): number {
  return Math.round(to * MILLION) - Math.round(from * MILLION);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + Math.round(amount * MILLION), 0) / MILLION;
}

function keyOf({ granted_usd, balance_usd, reserved_usd, captured_usd }: LedgerInDollars): string {
  return [granted_usd, balance_usd, reserved_usd, captured_usd].join(' ');
}
