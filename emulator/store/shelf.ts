/** One account in memory: its generations, which of them have not ended, and the Idempotency-Keys that are taken. */

import type { Account } from '../domain/account.ts';
import type { Holdings } from '../domain/account-state.ts';
import type { Claim, Claimed } from '../domain/idempotency-record.ts';
import { readClock } from '../domain/clock.ts';
import { isEnded, isEndedBy, lookAt, type Generation } from '../domain/generation.ts';
import { capture, isBalanced, refund, setBalance } from '../domain/ledger.ts';
import type { StoreWatch } from '../domain/store.ts';

export interface Shelf {
  account: Account;
  /** Those whose reservation is still held, by id, oldest first. */
  readonly open: Map<string, Generation>;
  /** Those that are settled, by id, in the order in which they ended. */
  readonly ended: Map<string, Generation>;
  /** By Idempotency-Key, oldest first. */
  readonly claims: Map<string, { readonly claim: Claim; readonly id: string }>;
  lastSeen: number;
  readonly watch: StoreWatch | undefined;
}

/** A shelf for an account and what it holds. */
export function newShelf(
  { account, open, ended, claims }: Holdings,
  { realNow, watch }: { realNow: number; watch: StoreWatch | undefined },
): Shelf {
  return {
    account,
    open: new Map(open),
    ended: new Map(ended),
    claims: new Map(claims),
    lastSeen: realNow,
    watch,
  };
}

/** How many generations are kept here. */
export function sizeOf({ open, ended }: Shelf): number {
  return open.size + ended.size;
}

/** A generation as it was last seen. */
export function findGeneration({ open, ended }: Shelf, id: string): Generation | undefined {
  return open.get(id) ?? ended.get(id);
}

/** Puts a new generation on the shelf, with the key that claims it. */
export function addGeneration(shelf: Shelf, generation: Generation, claim: Claim | undefined): void {
  shelf.open.set(generation.id, generation);
  shelf.watch?.generationChanged(shelf.account, undefined, generation);
  if (claim === undefined) return;
  dropStaleClaims(shelf, generation.createdAt);
  // A key that was free again takes its place among the newest.
  shelf.claims.delete(claim.key);
  shelf.claims.set(claim.key, { claim, id: generation.id });
}

/** Applies a step to a generation; when that ends it, its reservation is settled, which can happen only once because an ended one never changes. */
export function changeGeneration(
  shelf: Shelf,
  id: string,
  step: (generation: Generation) => Generation,
): Generation | undefined {
  const before = shelf.open.get(id);
  if (before === undefined) return shelf.ended.get(id);
  const after = step(before);
  if (isEnded(after)) end(shelf, before, after);
  else if (after !== before) shelf.open.set(id, after);
  if (after.status !== before.status) shelf.watch?.generationChanged(shelf.account, before.status, after);
  return after;
}

/** Settles all that the clock has passed, without anybody looking at it. */
export function settleDue(shelf: Shelf, now: number): void {
  for (const generation of shelf.open.values()) settleIfDue(shelf, generation, now);
}

/** What a key was used for, unless that has expired or made room. */
export function findClaim(shelf: Shelf, key: string, now: number): Claimed | undefined {
  const taken = shelf.claims.get(key);
  const generation = taken === undefined ? undefined : findGeneration(shelf, taken.id);
  if (taken === undefined || generation === undefined || taken.claim.expiresAt <= now) return undefined;
  return { claim: taken.claim, generation };
}

/** Milliseconds until fewer than `max` generations are live; 0 when that is so now. */
export function waitForRoom({ open }: Shelf, max: number, now: number): number {
  if (open.size < max) return 0;
  const live = [...open.values()].filter((generation) => !isEndedBy(generation, now));
  if (live.length < max) return 0;
  const soonest = live.reduce((at, { plan }) => (plan.kind === 'timed' ? Math.min(at, plan.endsAt) : at), Infinity);
  return Number.isFinite(soonest) ? Math.max(soonest - now, 1) : UNKNOWN_WAIT_MS;
}

/** By polls or by hand nobody can tell when one ends. */
const UNKNOWN_WAIT_MS = 1000;

/** Whether a generation has not ended by its plan, looked at or not. */
export function hasLive({ account, open }: Shelf, realNow: number): boolean {
  const now = readClock(account.clock, realNow);
  for (const generation of open.values()) if (!isEndedBy(generation, now)) return true;
  return false;
}

/** Whether something could be forgotten here, judged by what ended first or else by the oldest. */
export function hasEnded({ account, open, ended }: Shelf, realNow: number): boolean {
  const [oldest] = ended.size > 0 ? [] : open.values();
  return ended.size > 0 || (oldest !== undefined && isEndedBy(oldest, readClock(account.clock, realNow)));
}

/** Forgets a generation that has ended, the first that did so; or else one that nobody has looked at since its end. A live one is never forgotten. */
export function forgetOneEnded(shelf: Shelf, now: number): boolean {
  for (const id of shelf.ended.keys()) return shelf.ended.delete(id);
  for (const generation of shelf.open.values()) {
    if (settleIfDue(shelf, generation, now)) return shelf.ended.delete(generation.id);
  }
  return false;
}

function settleIfDue(shelf: Shelf, generation: Generation, now: number): boolean {
  const isDue = isEndedBy(generation, now);
  if (isDue) changeGeneration(shelf, generation.id, (due) => lookAt(due, { now, isPoll: false }));
  return isDue;
}

/** A refund that a fault holds back leaves the generation open: for one look more, or for ever. */
function end(shelf: Shelf, before: Generation, after: Generation): void {
  const isHeld =
    after.status === 'failed' && (after.refund === 'never' || (after.refund === 'late' && !isEnded(before)));
  if (isHeld) shelf.open.set(after.id, after);
  else settle(shelf, after);
}

function settle(shelf: Shelf, ended: Generation): void {
  const pay = ended.status === 'completed' ? capture : refund;
  const once = pay(shelf.account.ledger, ended.cost);
  const isDouble = ended.status === 'failed' && ended.refund === 'twice';
  const ledger = isDouble ? setBalance(once, once.balance + ended.cost) : once;
  if (!isBalanced(ledger)) throw new Error(`The ledger of an account does not balance: ${JSON.stringify(ledger)}`);
  shelf.account = { ...shelf.account, ledger };
  shelf.open.delete(ended.id);
  shelf.ended.set(ended.id, ended);
}

function dropStaleClaims(shelf: Shelf, now: number): void {
  for (const [key, { claim, id }] of shelf.claims) {
    if (claim.expiresAt > now && findGeneration(shelf, id) !== undefined) return;
    shelf.claims.delete(key);
  }
}
