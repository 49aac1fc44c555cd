/** The generations of an account: finding, reading, moving, settling and evicting them. */

import type { Account, CollectionName } from './account.ts';
import { bytesOfGeneration } from './account-size.ts';
import { noteStep } from './changes.ts';
import { readClock } from './clock.ts';
import { isEnded, isEndedBy, updateStatus, moveTo } from './generation.ts';
import type { Assignment, Failure, Generation, StatusRead } from './generation.ts';
import { capture, isBalanced, refund, setBalance, type Ledger } from './ledger.ts';

/** A change of status that the control API or the library requests. */
export interface StatusChange {
  readonly status: 'running' | 'completed' | 'failed';
  readonly failure?: Failure | undefined;
}

export function sizeOf({ open, ended }: Account): number {
  return open.size + ended.size;
}

/** Finds a generation by its id, with the status that was last read. */
export function findGeneration({ open, ended }: Pick<Account, CollectionName>, id: string): Generation | undefined {
  return open.get(id) ?? ended.get(id);
}

/** Returns the generations, newest first on the account's clock. If times are equal, the later create comes first. */
export function listGenerations({ open, ended }: Account): Generation[] {
  return [...open.values(), ...ended.values()].toSorted((a, b) => a.createdAt - b.createdAt).reverse();
}

/** Reads a generation: counts the poll, updates its status, and settles its reservation at most once. */
export function readGeneration(account: Account, id: string, read: StatusRead): Generation | undefined {
  const before = account.open.get(id);
  return before === undefined ? account.ended.get(id) : putChanged(account, before, updateStatus(before, read));
}

/** Changes the status of a generation by request, and settles its reservation if that ends the generation. */
export function moveGeneration(
  account: Account,
  id: string,
  { status, failure }: StatusChange,
): Generation | undefined {
  return reviseGeneration(account, id, (generation) => moveTo(generation, status, failure));
}

/** Replaces a generation with its next version. A settled generation does not change. */
export function reviseGeneration(
  account: Account,
  id: string,
  step: (generation: Generation) => Generation,
): Generation | undefined {
  const before = account.open.get(id);
  return before === undefined ? account.ended.get(id) : putChanged(account, before, step(before));
}

/** Adds a generation, with the ledger that holds the reservation of its cost. */
export function addGeneration(account: Account, generation: Generation, reserved: Ledger): void {
  const { ledger } = account;
  account.ledger = reserved;
  account.open.set(generation.id, generation);
  account.bytes += bytesOfGeneration(generation);
  noteStep({ account, ledger }, generation);
  countSources(account, generation);
}

/** Counts the sources of a new generation as used once more. */
export function countSources({ sourceUses }: Account, { assignment }: Generation): void {
  for (const { id } of assignment.sources) sourceUses.set(id, (sourceUses.get(id) ?? 0) + 1);
}

/** Settles every generation whose plan has ended, if the account settles eagerly. */
export function settleEagerly(account: Account, now: number): void {
  if (account.settings.settle !== 'eager') return;
  for (const generation of account.open.values()) settleIfDue(account, generation, now);
}

/** Returns the milliseconds until fewer than `max` generations are live, or 0 if fewer are live now. */
export function msUntilFewerLive({ open }: Account, max: number, now: number): number {
  if (open.size < max) return 0;
  const live = [...open.values()].filter((generation) => !isEndedBy(generation, now));
  if (live.length < max) return 0;
  const soonest = live.reduce((at, { plan }) => (plan.kind === 'timed' ? Math.min(at, plan.endsAt) : at), Infinity);
  return Number.isFinite(soonest) ? Math.max(soonest - now, 1) : UNKNOWN_WAIT_MS;
}

/** The wait to report if only polls or control requests can end a generation. */
const UNKNOWN_WAIT_MS = 1000;

/** Reports whether the plan of any generation has not ended yet. The status that was last read does not matter. */
export function hasLive({ clock, open }: Account, realNow: number): boolean {
  const now = readClock(clock, realNow);
  for (const generation of open.values()) if (!isEndedBy(generation, now)) return true;
  return false;
}

/** Reports whether a generation can be evicted: a settled one, or one whose plan ended before the oldest live one. */
export function hasEvictable({ clock, open, ended, sourceUses }: Account, realNow: number): boolean {
  for (const id of ended.keys()) if (!sourceUses.has(id)) return true;
  const now = readClock(clock, realNow);
  for (const generation of open.values()) {
    if (!isEndedBy(generation, now)) return false;
    const isKept = isHeld(generation, updateStatus(generation, { now, isPoll: false }));
    if (!isKept && !sourceUses.has(generation.id)) return true;
  }
  return false;
}

interface Eviction {
  /** The maximum number of evicted generations. */
  readonly most?: number;
  /** The sources of the create that needs the room. */
  readonly spared?: Assignment['sources'];
}

/**
 * Evicts the generations that ended first. If too few are settled, it settles and evicts generations whose plan has
 * ended. It evicts neither live generations nor sources, because the clips of other generations contain their sources.
 */
export function evictEnded(account: Account, now: number, { most = 1, spared = [] }: Eviction = {}): boolean {
  const { open, ended } = account;
  let left = most;
  for (const id of ended.keys()) {
    if (left === 0) return true;
    if (evict(account, id, spared)) left -= 1;
  }
  for (const generation of open.values()) {
    if (left === 0) return true;
    if (settleIfDue(account, generation, now) && evict(account, generation.id, spared)) left -= 1;
  }
  return left < most;
}

/** Stores a changed generation and settles it if it has ended. An ended generation never changes again. */
function putChanged(account: Account, before: Generation, after: Generation): Generation {
  if (after === before && (!isEnded(after) || after.refund === 'never')) return after;
  const { ledger } = account;
  if (isEnded(after) && !isHeld(before, after)) settle(account, after);
  else account.open.set(after.id, after);
  noteStep({ account, ledger }, after, before.status);
  return after;
}

function settleIfDue(account: Account, generation: Generation, now: number): boolean {
  if (!isEndedBy(generation, now)) return false;
  putChanged(account, generation, updateStatus(generation, { now, isPoll: false }));
  return true;
}

/** Reports whether a fault delays or withholds the refund of an ended generation, which then stays open. */
function isHeld(before: Generation, { status, refund: mode }: Generation): boolean {
  return status === 'failed' && (mode === 'never' || (mode === 'late' && !isEnded(before)));
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

function evict(account: Account, id: string, spared: Assignment['sources']): boolean {
  const { ended, idempotency, sourceUses, changes } = account;
  const generation = ended.get(id);
  const isSource = sourceUses.has(id) || spared.some((source) => source.id === id);
  if (generation === undefined || isSource) return false;
  ended.delete(id);
  const record = idempotency.get(generation.idempotencyKey ?? '');
  if (record?.generation === id) {
    idempotency.delete(record.key);
    changes.idempotencyKeys.push(record.key);
  }
  account.bytes -= bytesOfGeneration(generation);
  changes.isDirty = true;
  changes.generations.push(id);
  for (const source of generation.assignment.sources) {
    const uses = (sourceUses.get(source.id) ?? 1) - 1;
    if (uses > 0) sourceUses.set(source.id, uses);
    else sourceUses.delete(source.id);
  }
  return true;
}
