/** Stores accounts in memory. At the bound, evicts idle accounts, but never accounts with live generations. */

import type { Account, EnteredAccount } from '../domain/account.ts';
import { evictEnded, hasEvictable, hasLive, sizeOf } from '../domain/account-generations.ts';
import { accountBytes } from '../domain/account-size.ts';
import { readClock } from '../domain/clock.ts';
import { clearChanges, noChanges, type Changes } from '../domain/changes.ts';
import type { AccountList, BoundedStore, CommitResult, Replacement, ReplaceResult } from '../domain/store.ts';

export interface StoreBounds {
  /** The account limit. At the limit, a new account evicts an account that was idle for `idleMs` and is not live. */
  readonly accounts: number;
  readonly idleMs: number;
  /** The maximum number of generations in one account. */
  readonly generationsPerAccount: number;
  /** The maximum number of generations in all accounts. */
  readonly generations: number;
  /** The maximum memory of one account. */
  readonly bytesPerAccount: number;
  /** The maximum memory of all accounts. */
  readonly bytes: number;
}

/** Receives changes that no request of the account made. */
export interface StoreListener {
  /** Called after an account was evicted or removed. */
  removed(name: string): void;
  /** Called after an ended generation was evicted because the store was full. */
  evictedFrom(account: Account, changes: Changes): void;
}

interface Row {
  readonly account: Account;
  /** The number of generations at its last commit. */
  size: number;
  /** The memory at its last commit. */
  bytes: number;
  lastSeen: number;
}

export function createMemoryStore(bounds: StoreBounds, listener?: StoreListener): BoundedStore {
  return toBoundedStore(new MemoryTable(bounds, listener));
}

/** Adapts a table to the commit port. */
export function toBoundedStore(table: MemoryTable): BoundedStore {
  return {
    // Without `async`, which takes several times the memory (bench:api, row `polls`).
    enter: (name, realNow) => Promise.resolve(table.enter(name, realNow)),
    commit: (account, changes) => Promise.resolve(table.commit(account, changes)),
    replace: async (name, replacement) => table.replace(name, replacement),
    list: async () => table.list(),
    capacity: {
      ...table.bounds,
      isFull: (account) => table.isFull(account),
      evictElsewhere: async (realNow) => table.evictElsewhere(realNow),
    },
  };
}

/**
 * A table with the methods of the port, but without promises. A data folder uses it as its working copy. Each method is
 * atomic, so a commit conflicts only if the account was removed or replaced.
 */
export class MemoryTable {
  readonly bounds: StoreBounds;
  readonly #listener: StoreListener | undefined;
  readonly #rows = new Map<string, Row>();
  /** The number of generations in all rows, and their memory. */
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

  commit(account: EnteredAccount, { isDirty }: Changes): CommitResult {
    if (!isDirty) return 'kept';
    const row = this.#rows.get(account.name);
    if (row?.account !== account) return 'conflict';
    this.#resize(row);
    return 'kept';
  }

  replace(name: string, { before, after, realNow }: Replacement): ReplaceResult {
    const { bounds } = this;
    const earlier = this.#rows.get(name);
    if (earlier?.account !== before) return 'conflict';
    if (after === undefined) {
      this.#remove(name);
      return 'kept';
    }
    const size = sizeOf(after);
    if (size > bounds.generationsPerAccount || accountBytes(after) > bounds.bytesPerAccount) return 'full';
    const growth = size - (earlier?.size ?? 0);
    const heavier = accountBytes(after) - (earlier?.bytes ?? 0);
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

  /** Replaces an account by the folder's version, or removes it. Ignores the bounds and calls no listener. */
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

  /** Reports whether the store is full. Counts this account as it is now, and the others as last committed. */
  isFull(account: Account): boolean {
    const row = this.#rows.get(account.name);
    const more = sizeOf(account) - (row?.size ?? 0);
    const heavier = accountBytes(account) - (row?.bytes ?? 0);
    return this.#size + more >= this.bounds.generations || this.#bytes + heavier >= this.bounds.bytes;
  }

  evictElsewhere(realNow: number): boolean {
    const row = this.#leastRecent(({ account }) => hasEvictable(account, realNow));
    if (row === undefined) return false;
    const { account } = row;
    const now = readClock(account.clock, realNow);
    const isEvicted = evictEnded(account, now);
    // One search evicts several short generations to make space for a long one.
    const wanted = row.bytes - EVICTED_AT_ONCE;
    while (this.#bytes >= this.bounds.bytes && accountBytes(account) > wanted) if (!evictEnded(account, now)) break;
    const { changes } = account;
    account.changes = noChanges();
    this.#listener?.evictedFrom(account, changes);
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
    const bytes = accountBytes(row.account);
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

/** The bytes that one eviction frees at most. */
const EVICTED_AT_ONCE = 65_536;
