/** One account in memory: its generations, which of them have not ended, and the Idempotency-Keys that are taken. */

import type { Account } from '../domain/account.ts';
import { isEnded, lookAt, statusBy, type Generation } from '../domain/generation.ts';
import { capture, isBalanced, refund } from '../domain/ledger.ts';
import type { Claim, Claimed } from '../domain/store.ts';

export interface Shelf {
  account: Account;
  /** By id, oldest first. */
  readonly generations: Map<string, Generation>;
  /** The ids of those whose reservation is still held. */
  readonly open: Set<string>;
  /** By Idempotency-Key, oldest first. */
  readonly claims: Map<string, { readonly claim: Claim; readonly id: string }>;
  lastSeen: number;
}

/** An account with nothing in it yet. */
export function newShelf(account: Account, realNow: number): Shelf {
  return { account, generations: new Map(), open: new Set(), claims: new Map(), lastSeen: realNow };
}

/** Puts a new generation on the shelf, with the key that claims it. */
export function addGeneration(shelf: Shelf, generation: Generation, claim: Claim | undefined): void {
  shelf.generations.set(generation.id, generation);
  shelf.open.add(generation.id);
  if (claim === undefined) return;
  dropStaleClaims(shelf, generation.createdAt);
  shelf.claims.set(claim.key, { claim, id: generation.id });
}

/** Applies a step to a generation; when that ends it, its reservation is settled, which can happen only once because an ended one never changes. */
export function changeGeneration(
  shelf: Shelf,
  id: string,
  step: (generation: Generation) => Generation,
): Generation | undefined {
  const before = shelf.generations.get(id);
  if (before === undefined) return undefined;
  const after = step(before);
  if (after === before) return before;
  shelf.generations.set(id, after);
  if (isEnded(after)) settle(shelf, after);
  return after;
}

/** Settles all that the clock has passed, without anybody looking at it. */
export function settleDue(shelf: Shelf, now: number): void {
  for (const id of shelf.open) changeGeneration(shelf, id, (generation) => lookAt(generation, { now, isPoll: false }));
}

/** What a key was used for, unless that has expired or made room. */
export function findClaim(shelf: Shelf, key: string, now: number): Claimed | undefined {
  const taken = shelf.claims.get(key);
  const generation = taken === undefined ? undefined : shelf.generations.get(taken.id);
  if (taken === undefined || generation === undefined || taken.claim.expiresAt <= now) return undefined;
  return { claim: taken.claim, generation };
}

/** Milliseconds until fewer than `max` generations are live; 0 when that is so now. */
export function waitForRoom(shelf: Shelf, max: number, now: number): number {
  if (shelf.open.size < max) return 0;
  let live = 0;
  let soonest = Infinity;
  for (const id of shelf.open) {
    const generation = shelf.generations.get(id);
    if (generation === undefined || ENDED.has(statusBy(generation, now))) continue;
    live += 1;
    if (generation.plan.kind === 'timed') soonest = Math.min(soonest, generation.plan.endsAt - now);
  }
  if (live < max) return 0;
  return Number.isFinite(soonest) ? Math.max(soonest, 1) : UNKNOWN_WAIT_MS;
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'failed']);
/** By polls or by hand nobody can tell when one ends. */
const UNKNOWN_WAIT_MS = 1000;

/** Forgets the oldest generation that has ended. A live one is never forgotten. */
export function forgetOldestEnded(shelf: Shelf): boolean {
  if (shelf.open.size === shelf.generations.size) return false;
  for (const id of shelf.generations.keys()) {
    if (!shelf.open.has(id)) return shelf.generations.delete(id);
  }
  return false;
}

function settle(shelf: Shelf, ended: Generation): void {
  const pay = ended.status === 'completed' ? capture : refund;
  const ledger = pay(shelf.account.ledger, ended.cost);
  if (!isBalanced(ledger)) throw new Error(`The ledger of an account does not balance: ${JSON.stringify(ledger)}`);
  shelf.account = { ...shelf.account, ledger };
  shelf.open.delete(ended.id);
}

function dropStaleClaims(shelf: Shelf, now: number): void {
  for (const [key, { claim, id }] of shelf.claims) {
    if (claim.expiresAt > now && shelf.generations.has(id)) return;
    shelf.claims.delete(key);
  }
}
