/** Time events: the changes that an account's clock causes between two times, in order. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Status } from '../../contract/generation.ts';
import type { Micros } from '../../contract/prices.ts';
import { isEnded, statusBy, type Generation, type IdempotencyRecord } from './generation.ts';
import { limitsOf, type LimitProfile } from './limits.ts';

/** A span on an account's clock: after `from`, up to and including `to`. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export type TimeEvent =
  | {
      readonly type: 'generation';
      readonly at: number;
      readonly id: string;
      readonly from: Status;
      readonly to: Status;
      /** Whether the change settles the generation without a read, because the account settles eagerly. */
      readonly isSettled: boolean;
    }
  | { readonly type: 'capture' | 'refund'; readonly at: number; readonly id: string; readonly amount: Micros }
  | { readonly type: 'idempotency_expired'; readonly at: number; readonly id: string; readonly key: string }
  | { readonly type: 'rate_refilled'; readonly at: number; readonly operation: OperationName };

/** The parts of an account that have time events. */
export interface TimeBound {
  readonly settings: { readonly settle: 'on_poll' | 'eager'; readonly limits: LimitProfile };
  readonly fullAt: Readonly<Record<OperationName, number>>;
  readonly open: ReadonlyMap<string, Generation>;
  readonly idempotency: ReadonlyMap<string, IdempotencyRecord>;
}

/** Returns the events of a span, earliest first. Equal times keep the order of creation. */
export function eventsIn(account: TimeBound, span: TimeSpan): TimeEvent[] {
  const isEager = account.settings.settle === 'eager';
  return [
    ...Array.from(account.open.values(), (generation) => changesOf(generation, span, isEager)).flat(),
    ...Array.from(account.idempotency.values()).flatMap((record) => expiryOf(record, span)),
    ...refillsOf(account, span),
  ].toSorted((a, b) => a.at - b.at);
}

/** Returns the end of the last timed plan, or undefined if no plan is timed. */
export function idleAt(open: Iterable<Generation>): number | undefined {
  let latest: number | undefined;
  for (const { plan } of open) if (plan.kind === 'timed') latest = Math.max(latest ?? plan.endsAt, plan.endsAt);
  return latest;
}

function changesOf(generation: Generation, span: TimeSpan, isEager: boolean): TimeEvent[] {
  const { plan, id } = generation;
  if (plan.kind !== 'timed' || isEnded(generation)) return [];
  let status = generation.status;
  return [plan.startsAt, plan.endsAt].flatMap((at): TimeEvent[] => {
    const from = status;
    status = statusAt(generation, at);
    if (from === status || !isWithin(at, span)) return [];
    const isEnd = status === 'completed' || status === 'failed';
    const change: TimeEvent = { type: 'generation', at, id, from, to: status, isSettled: isEnd && isEager };
    return isEnd && isEager ? [change, ...settlementOf(generation, status, at)] : [change];
  });
}

/** Returns the change of the ledger at the end of the plan. A faulty refund can be missing, late or doubled. */
function settlementOf({ id, cost, refund }: Generation, status: Status, at: number): TimeEvent[] {
  if (status === 'completed') return [{ type: 'capture', at, id, amount: cost }];
  if (refund === 'late' || refund === 'never') return [];
  return [{ type: 'refund', at, id, amount: refund === 'twice' ? 2 * cost : cost }];
}

/** Returns the status that a read at this time would find. A status that was moved ahead does not go back. */
function statusAt(generation: Generation, at: number): Status {
  const planned = statusBy(generation, at);
  return planned === 'pending' ? generation.status : planned;
}

function expiryOf({ key, expiresAt, generation: id }: IdempotencyRecord, span: TimeSpan): TimeEvent[] {
  return isWithin(expiresAt, span) ? [{ type: 'idempotency_expired', at: expiresAt, id, key }] : [];
}

function refillsOf({ settings, fullAt }: TimeBound, span: TimeSpan): TimeEvent[] {
  if (limitsOf(settings.limits) === undefined) return [];
  const operations: readonly OperationName[] = ['create', 'get', 'content'];
  return operations
    .filter((operation) => isWithin(fullAt[operation], span))
    .map((operation) => ({ type: 'rate_refilled', at: Math.ceil(fullAt[operation]), operation }));
}

function isWithin(at: number, { from, to }: TimeSpan): boolean {
  return at > from && at <= to;
}
