/** An account's money as rows: one for each movement of its requests, and one for what changed in between. */

import type { LedgerInDollars } from '../domain/ledger.ts';
import type { Entry } from '../journal/entry.ts';

export const MOVEMENTS = ['reserve', 'capture', 'refund', 'grant'] as const;
export type Movement = (typeof MOVEMENTS)[number];

/** One movement, and what the account had after it; US dollars. */
export interface LedgerRow {
  readonly kind: Movement;
  readonly amount: number;
  readonly after: LedgerInDollars;
  /** By the account's clock; null for what no request did: the clock, a move by hand, a grant. */
  readonly at: string | null;
  readonly requestId: string | null;
  readonly generation: string | null;
}

export interface LedgerSheet {
  /** What the account had before the first row. */
  readonly opening: LedgerInDollars;
  /** The oldest first; the last one ends at what the account has now. */
  readonly rows: readonly LedgerRow[];
  /** The sum of all refunds among them. */
  readonly refunded: number;
}

type Cause = Pick<LedgerRow, 'at' | 'requestId' | 'generation'>;

interface Step extends Cause {
  readonly before: LedgerInDollars;
  readonly after: LedgerInDollars;
}

type Entries = readonly Pick<Entry, 'at' | 'request_id' | 'changes'>[];

/** The rows that lead to what the account has now, from the entries of its journal. */
export function toLedgerSheet(entries: Entries, current: LedgerInDollars): LedgerSheet {
  const steps = inOrder(stepsOf(entries), current);
  const opening = steps[0]?.before ?? current;
  const rows: LedgerRow[] = [];
  let reached = opening;
  const move = (to: LedgerInDollars, cause: Cause): void => {
    rows.push(...movements(reached, to, cause));
    reached = to;
  };
  for (const { before, after, ...cause } of steps) {
    move(before, NOBODY);
    move(after, cause);
  }
  move(current, NOBODY);
  return { opening, rows, refunded: sum(rows.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount)) };
}

/** What no request did. */
const NOBODY: Cause = { at: null, requestId: null, generation: null };

function stepsOf(entries: Entries): Step[] {
  return entries.flatMap(({ at, request_id: requestId, changes }) =>
    changes.flatMap(({ ledger, generation }) =>
      ledger === null ? [] : [{ ...ledger, at, requestId, generation: generation?.id ?? null }],
    ),
  );
}

/**
 * Steps of parallel requests stand in the journal as they were answered; here each follows the one that it found, as
 * far as that can be seen.
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

/** The first of a queue that is left; those before it are gone for good. */
function firstOf(queue: Step[], left: ReadonlySet<Step>): Step | undefined {
  const at = queue.findIndex((step) => left.has(step));
  const passed = queue.splice(0, at < 0 ? queue.length : at + 1);
  return at < 0 ? undefined : passed.at(-1);
}

function movements(from: LedgerInDollars, to: LedgerInDollars, cause: Cause): LedgerRow[] {
  const reserved = change(from.reserved_usd, to.reserved_usd);
  const captured = change(from.captured_usd, to.captured_usd);
  const granted = change(from.granted_usd, to.granted_usd);
  const amounts: [Movement, number][] = [
    ['reserve', reserved + Math.max(captured, 0)],
    ['capture', captured],
    ['refund', -reserved - Math.max(captured, 0)],
    ['grant', granted],
  ];
  const isShown = ([kind, micros]: [Movement, number]): boolean => (kind === 'grant' ? micros !== 0 : micros > 0);
  return amounts.filter(isShown).map(([kind, micros]) => ({ kind, amount: micros / MILLION, after: to, ...cause }));
}

const MILLION = 1_000_000;

/** In whole micro-dollars, in which sums are exact. */
function change(from: number, to: number): number {
  return Math.round(to * MILLION) - Math.round(from * MILLION);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + Math.round(amount * MILLION), 0) / MILLION;
}

function keyOf({ granted_usd, balance_usd, reserved_usd, captured_usd }: LedgerInDollars): string {
  return [granted_usd, balance_usd, reserved_usd, captured_usd].join(' ');
}
