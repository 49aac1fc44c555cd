/** Accounts in memory: a bounded table. Idle accounts are evicted for new ones, those with live generations never. */

import type { Account } from '../domain/account.ts';
import { evictEnded, hasEvictable, hasLive, sizeOf } from '../domain/account-generations.ts';
import { readClock } from '../domain/clock.ts';
import { clearChanges, type Changes } from '../domain/changes.ts';
import type { AccountList, BoundedStore, CommitResult, Replacement } from '../domain/store.ts';

export interface StoreBounds {
  /** Accounts at once. Above it, an account that was idle for `idleMs` and has no live generation is evicted. */
  readonly accounts: number;
  readonly idleMs: number;
  /** Generations in one account. */
  readonly generationsPerAccount: number;
  /** Generations in all accounts. */
  readonly generations: number;
  /** Memory of one account. */
  readonly bytesPerAccount: number;
  /** Memory of all accounts. */
  readonly bytes: number;
}

/** Receives changes that no request made. */
export interface StoreListener {
  /** An account was evicted or removed. */
  removed(name: string): void;
  /** An ended generation was evicted from an account, because the store was full. */
  evictedFrom(account: Account, changes: Changes): void;
}

interface Row {
  account: Account;
  /** Generations at its last commit. */
  size: number;
  /** Memory at its last commit. */
  bytes: number;
  lastSeen: number;
}

/** Creates an empty store. */
export function createMemoryStore(bounds: StoreBounds, listener?: StoreListener): BoundedStore {
  return toBoundedStore(new MemoryTable(bounds, listener));
}

/** The port over a table. */
export function toBoundedStore(table: MemoryTable): BoundedStore {
  return {
    enter: async (name, realNow) => table.enter(name, realNow),
    commit: async (account, changes) => table.commit(account, changes),
    replace: async (name, replacement) => table.replace(name, replacement),
    list: async () => table.list(),
    capacity: {
      generationsPerAccount: table.bounds.generationsPerAccount,
      bytesPerAccount: table.bounds.bytesPerAccount,
      isFull: (account) => table.isFull(account),
      evictElsewhere: async (realNow) => table.evictElsewhere(realNow),
    },
  };
}

/**
 * The methods of the port, without promises: the working copy of a data folder uses them, too. Each method is atomic,
 * so a commit conflicts only if the account was removed or replaced.
 */
export class MemoryTable {
  readonly bounds: StoreBounds;
  readonly #listener: StoreListener | undefined;
  readonly #rows = new Map<string, Row>();
  /** Generations in all rows, and their memory. */
  #size = 0;
  #bytes = 0;

  constructor(bounds: StoreBounds, listener?: StoreListener) {
    this.bounds = bounds;
    this.#listener = listener;
  }

  enter(name: string, realNow: number): Account | undefined {
    const row = this.#rows.get(name);
    if (row === undefined) return undefined;
    row.lastSeen = realNow;
    return row.account;
  }

  commit(account: Account, { isDirty }: Changes): CommitResult {
    if (!isDirty) return 'kept';
    const row = this.#rows.get(account.name);
    if (row?.account !== account) return 'conflict';
    this.#resize(row);
    return 'kept';
  }

  replace(name: string, { before, after, realNow }: Replacement): CommitResult {
    const { bounds } = this;
    const earlier = this.#rows.get(name);
    if (earlier?.account !== before) return 'conflict';
    if (after === undefined) {
      this.#remove(name);
      return 'kept';
    }
    const size = sizeOf(after);
    if (size > bounds.generationsPerAccount || after.bytes > bounds.bytesPerAccount) return 'full';
    const growth = size - (earlier?.size ?? 0);
    const heavier = after.bytes - (earlier?.bytes ?? 0);
    if (growth > 0 && this.#size + growth > bounds.generations) return 'full';
    const hasRoom = (): boolean =>
      (earlier !== undefined || this.#rows.size < bounds.accounts) &&
      (heavier <= 0 || this.#bytes + heavier <= bounds.bytes);
    while (!hasRoom()) if (!this.#evictIdle(realNow)) return 'full';
    this.restore(name, after, realNow);
    clearChanges(after.changes);
    return 'kept';
  }

  list(): AccountList {
    return { accounts: Array.from(this.#rows.values(), ({ account }) => account), damaged: [] };
  }

  /** Replaces an account by what is kept elsewhere, or removes it. Ignores the bounds, and reports nothing. */
  restore(name: string, account: Account | undefined, realNow: number): void {
    const earlier = this.#rows.get(name);
    this.#size -= earlier?.size ?? 0;
    this.#bytes -= earlier?.bytes ?? 0;
    if (account === undefined) this.#rows.delete(name);
    else {
      const row = { account, size: 0, bytes: 0, lastSeen: realNow };
      this.#rows.set(name, row);
      this.#resize(row);
    }
  }

  /** Counts the account as it is now, and all others as they were committed. */
  isFull(account: Account): boolean {
    const row = this.#rows.get(account.name);
    const more = sizeOf(account) - (row?.size ?? 0);
    const heavier = account.bytes - (row?.bytes ?? 0);
    return this.#size + more >= this.bounds.generations || this.#bytes + heavier >= this.bounds.bytes;
  }

  evictElsewhere(realNow: number): boolean {
    const row = this.#leastRecent(({ account }) => hasEvictable(account, realNow));
    if (row === undefined) return false;
    const { account } = row;
    const now = readClock(account.clock, realNow);
    const isEvicted = evictEnded(account, now);
    // Several short generations are evicted for a long one at once, because each eviction searches the account.
    const wanted = row.bytes - EVICTED_AT_ONCE;
    while (this.#bytes >= this.bounds.bytes && account.bytes > wanted) if (!evictEnded(account, now)) break;
    this.#listener?.evictedFrom(account, account.changes);
    clearChanges(account.changes);
    this.#resize(row);
    return isEvicted;
  }

  #remove(name: string): void {
    if (!this.#rows.has(name)) return;
    this.restore(name, undefined, 0);
    this.#listener?.removed(name);
  }

  #resize(row: Row): void {
    const size = sizeOf(row.account);
    const { bytes } = row.account;
    this.#size += size - row.size;
    this.#bytes += bytes - row.bytes;
    row.size = size;
    row.bytes = bytes;
  }

  #evictIdle(realNow: number): boolean {
    const since = realNow - this.bounds.idleMs;
    const row = this.#leastRecent(({ account, lastSeen }) => lastSeen <= since && !hasLive(account, realNow));
    if (row !== undefined) this.#remove(row.account.name);
    return row !== undefined;
  }

  #leastRecent(fits: (row: Row) => boolean): Row | undefined {
    let idlest: Row | undefined;
    for (const row of this.#rows.values()) {
      if (idlest !== undefined && row.lastSeen >= idlest.lastSeen) continue;
      if (fits(row)) idlest = row;
    }
    return idlest;
  }
}

/** In bytes. */
const EVICTED_AT_ONCE = 65_536;
