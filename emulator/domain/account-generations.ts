/** The generations of an account: finding, looking, settling, and evicting those that have ended. */

import type { Status } from '../../contract/generation.ts';
import type { Account } from './account.ts';
import { plus } from './changes.ts';
import { readClock } from './clock.ts';
import { isEnded, isEndedBy, lookAt, moveTo, type Generation, type Look } from './generation.ts';
import { capture, isBalanced, refund, setBalance, type Ledger } from './ledger.ts';
import type { Failure } from './plan.ts';

/** A move by hand. */
export interface Move {
  readonly status: 'running' | 'completed' | 'failed';
  readonly failure?: Failure | undefined;
}

/** How many generations are kept in an account. */
export function sizeOf({ open, ended }: Account): number {
  return open.size + ended.size;
}

/** A generation as it was last seen. */
export function findGeneration({ open, ended }: Account, id: string): Generation | undefined {
  return open.get(id) ?? ended.get(id);
}

/** A generation that another was made from, whether or not it can still be found by its id. */
export function findSource({ open, ended, retained }: Account, id: string): Generation | undefined {
  return ended.get(id) ?? retained.get(id) ?? open.get(id);
}

/** Every generation as it was last seen, the newest first by the account's clock; what was created at one moment keeps its order. */
export function listGenerations({ open, ended }: Account): Generation[] {
  return [...open.values(), ...ended.values()].toSorted((a, b) => a.createdAt - b.createdAt).reverse();
}

/** Finds a generation as this look finds it: counts the poll, moves it, and settles its reservation exactly once. */
export function lookAtGeneration(account: Account, id: string, look: Look): Generation | undefined {
  const before = account.open.get(id);
  if (before === undefined) return account.ended.get(id);
  const { ledger } = account;
  const after = putChanged(account, before, lookAt(before, look));
  if (after !== before || account.ledger !== ledger) noteStep(account, { ledger, before: before.status, after });
  return after;
}

/** Moves a generation by hand, and settles its reservation when that ends it. */
export function moveGeneration(account: Account, id: string, { status, failure }: Move): Generation | undefined {
  return reviseGeneration(account, id, (generation) => moveTo(generation, status, failure));
}

/** Puts a generation in the place of its earlier self; one whose reservation is settled stays as it is. */
export function reviseGeneration(
  account: Account,
  id: string,
  step: (generation: Generation) => Generation,
): Generation | undefined {
  const before = account.open.get(id);
  return before === undefined ? account.ended.get(id) : putChanged(account, before, step(before));
}

/** Adds a generation whose cost has been reserved. */
export function addGeneration(account: Account, generation: Generation): void {
  const { changes } = account;
  account.open.set(generation.id, generation);
  changes.isDirty = true;
  changes.generations = plus(changes.generations, generation.id);
  changes.transitions = plus(changes.transitions, { before: undefined, generation });
  countSources(account, generation);
}

/** Counts the sources of a generation that is kept from now on. */
export function countSources({ sourceUses }: Account, { assignment }: Generation): void {
  for (const { id } of assignment.sources) sourceUses.set(id, (sourceUses.get(id) ?? 0) + 1);
}

/** Settles all that the clock has passed, without anybody looking at it. */
export function settleDue(account: Account, now: number): void {
  for (const generation of account.open.values()) settleIfDue(account, generation, now);
}

/** The same where the account's settings say so. */
export function settleEagerly(account: Account, now: number): void {
  if (account.settings.settle === 'eager') settleDue(account, now);
}

/** Milliseconds until fewer than `max` generations are live; 0 when that is so now. */
export function msUntilFewerLive({ open }: Account, max: number, now: number): number {
  if (open.size < max) return 0;
  const live = [...open.values()].filter((generation) => !isEndedBy(generation, now));
  if (live.length < max) return 0;
  const soonest = live.reduce((at, { plan }) => (plan.kind === 'timed' ? Math.min(at, plan.endsAt) : at), Infinity);
  return Number.isFinite(soonest) ? Math.max(soonest - now, 1) : UNKNOWN_WAIT_MS;
}

/** By polls or by hand nobody can tell when one ends. */
const UNKNOWN_WAIT_MS = 1000;

/** Whether a generation has not ended by its plan, looked at or not. */
export function hasLive({ clock, open }: Account, realNow: number): boolean {
  const now = readClock(clock, realNow);
  for (const generation of open.values()) if (!isEndedBy(generation, now)) return true;
  return false;
}

/** Whether something could be evicted here, judged by what ended first or else by the oldest. */
export function hasEvictable({ clock, open, ended }: Account, realNow: number): boolean {
  const [oldest] = ended.size > 0 ? [] : open.values();
  return ended.size > 0 || (oldest !== undefined && isEndedBy(oldest, readClock(clock, realNow)));
}

/** Evicts a generation that has ended, the first that did so; or else one that nobody has looked at since its end. A live one is never evicted. */
export function evictEnded(account: Account, now: number): boolean {
  for (const generation of account.ended.values()) return evict(account, generation);
  for (const generation of account.open.values()) {
    if (!settleIfDue(account, generation, now)) continue;
    const settled = account.ended.get(generation.id);
    return settled !== undefined && evict(account, settled);
  }
  return false;
}

/** Takes down for the journal what one decision found and changed. */
export function noteStep(account: Account, { ledger, before, after }: StepTaken): void {
  const isBooked = account.ledger !== ledger;
  if (after === undefined && !isBooked) return;
  account.changes.steps = plus(account.changes.steps, {
    generation: after?.id,
    statusBefore: before,
    statusAfter: after?.status,
    booksBefore: isBooked ? ledger : undefined,
    booksAfter: isBooked ? account.ledger : undefined,
  });
}

interface StepTaken {
  /** As it was before. */
  readonly ledger: Ledger;
  readonly before?: Status | undefined;
  readonly after?: Generation | undefined;
}

/** Ended ones never change, so whatever ends a generation settles it, and that happens once. */
function putChanged(account: Account, before: Generation, after: Generation): Generation {
  if (after === before && (!isEnded(after) || after.refund === 'never')) return after;
  const { changes } = account;
  changes.isDirty = true;
  changes.generations = plus(changes.generations, after.id);
  if (isEnded(after)) end(account, before, after);
  else account.open.set(after.id, after);
  if (after.status !== before.status)
    changes.transitions = plus(changes.transitions, { before: before.status, generation: after });
  return after;
}

function settleIfDue(account: Account, generation: Generation, now: number): boolean {
  const isDue = isEndedBy(generation, now);
  if (isDue) putChanged(account, generation, lookAt(generation, { now, isPoll: false }));
  return isDue;
}

/** A refund that a fault holds back leaves the generation open: for one look more, or for ever. */
function end(account: Account, before: Generation, after: Generation): void {
  const isHeld =
    after.status === 'failed' && (after.refund === 'never' || (after.refund === 'late' && !isEnded(before)));
  if (isHeld) account.open.set(after.id, after);
  else settle(account, after);
}

function settle(account: Account, ended: Generation): void {
  const pay = ended.status === 'completed' ? capture : refund;
  const once = pay(account.ledger, ended.cost);
  const isDouble = ended.status === 'failed' && ended.refund === 'twice';
  const ledger = isDouble ? setBalance(once, once.balance + ended.cost) : once;
  if (!isBalanced(ledger)) throw new Error(`The ledger of an account does not balance: ${JSON.stringify(ledger)}`);
  account.ledger = ledger;
  account.open.delete(ended.id);
  account.ended.set(ended.id, ended);
}

/** A source of others that are kept is retained for their clips; nobody finds it any more. */
function evict(account: Account, generation: Generation): true {
  account.ended.delete(generation.id);
  account.changes.isDirty = true;
  account.changes.generations = plus(account.changes.generations, generation.id);
  if (account.sourceUses.has(generation.id)) account.retained.set(generation.id, generation);
  else releaseSources(account, generation);
  return true;
}

/** A retained source goes with the last generation that was made from it. */
function releaseSources(account: Account, forgotten: Generation): void {
  const left = [forgotten];
  for (let generation = left.pop(); generation !== undefined; generation = left.pop()) {
    for (const { id } of generation.assignment.sources) {
      const uses = (account.sourceUses.get(id) ?? 1) - 1;
      if (uses > 0) account.sourceUses.set(id, uses);
      else account.sourceUses.delete(id);
      const source = uses > 0 ? undefined : account.retained.get(id);
      if (source === undefined) continue;
      account.retained.delete(id);
      account.changes.generations = plus(account.changes.generations, id);
      left.push(source);
    }
  }
}
