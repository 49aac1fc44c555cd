/** An account's money as a ledger: a row for each movement of its requests, and one for what changed in between. */

import type { LedgerJson } from './control-json.ts';
import type { Entry, LedgerInDollars } from '../../journal/entry.ts';

export type MovementKind = 'opening' | 'reserve' | 'capture' | 'refund' | 'grant';

/** One movement, and what the account had after it; US dollars. */
export interface LedgerRow {
  readonly kind: MovementKind;
  readonly amount: number;
  /** Balance, reserved and captured after it. */
  readonly after: Omit<LedgerInDollars, 'granted'>;
  /** By the account's clock; null for what no request did: the clock, a move by hand, a grant. */
  readonly at: string | null;
  readonly requestId: string | null;
  readonly generation: string | null;
}

export interface LedgerSheet {
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

/** The rows, the oldest first; the last one ends at what the account has now. */
export function toLedgerSheet(entries: Entries, now: LedgerJson): LedgerSheet {
  const current = fromView(now);
  const steps = inOrder(stepsOf(entries), current);
  const opening = steps[0]?.before ?? current;
  const rows: LedgerRow[] = [{ kind: 'opening', amount: opening.balance, after: restOf(opening), ...NOBODY }];
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
  const refunded = sum(rows.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount));
  return { rows, refunded };
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
  const left = [...steps];
  const afters = new Set([current, ...steps.map(({ after }) => after)].map(keyOf));
  const first = left.findIndex(({ before }) => !afters.has(keyOf(before)));
  const ordered: Step[] = [];
  let next = Math.max(first, 0);
  while (left.length > 0) {
    const [step] = left.splice(next, 1);
    if (step === undefined) break;
    ordered.push(step);
    const reached = keyOf(step.after);
    next = Math.max(
      left.findIndex(({ before }) => keyOf(before) === reached),
      0,
    );
  }
  return ordered;
}

function movements(from: LedgerInDollars, to: LedgerInDollars, cause: Cause): LedgerRow[] {
  const reserved = change(from.reserved, to.reserved);
  const captured = change(from.captured, to.captured);
  const granted = change(from.granted, to.granted);
  const amounts: [MovementKind, number][] = [
    ['reserve', reserved + Math.max(captured, 0)],
    ['capture', captured],
    ['refund', -reserved - Math.max(captured, 0)],
    ['grant', granted],
  ];
  const isShown = ([kind, micros]: [MovementKind, number]): boolean => (kind === 'grant' ? micros !== 0 : micros > 0);
  return amounts.filter(isShown).map(([kind, micros]) => {
    return { kind, amount: micros / MILLION, after: restOf(to), ...cause };
  });
}

const MILLION = 1_000_000;

/** In whole micro-dollars, in which sums are exact. */
function change(from: number, to: number): number {
  return Math.round(to * MILLION) - Math.round(from * MILLION);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + Math.round(amount * MILLION), 0) / MILLION;
}

function fromView({ granted_usd: granted, balance_usd: balance, ...rest }: LedgerJson): LedgerInDollars {
  return { granted, balance, reserved: rest.reserved_usd, captured: rest.captured_usd };
}

function restOf({ balance, reserved, captured }: LedgerInDollars): LedgerRow['after'] {
  return { balance, reserved, captured };
}

function keyOf({ granted, balance, reserved, captured }: LedgerInDollars): string {
  return [granted, balance, reserved, captured].join(' ');
}
