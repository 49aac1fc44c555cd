/** Accounts in memory: a bounded table. Idle accounts are evicted for new ones, those with live generations never. */

import type { Account } from '../domain/account.ts';
import { evictEnded, hasEvictable, hasLive, sizeOf } from '../domain/account-generations.ts';
import { readClock } from '../domain/clock.ts';
import { clearChanges, type Changes } from '../domain/changes.ts';
import type { AccountList, BoundedStore, Capacity, CommitResult, Replacement } from '../domain/store.ts';

export interface StoreBounds {
  /** Accounts at once; beyond it, one that was idle for `idleMs` and has no live generation is evicted. */
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

/** The methods of the port, synchronous: the working copy of a data folder uses them, too. */
export interface MemoryTable {
  enter(name: string, realNow: number): Account | undefined;
  commit(account: Account, changes: Changes): CommitResult;
  replace(name: string, replacement: Replacement): CommitResult;
  list(): AccountList;
  readonly capacity: Omit<Capacity, 'evictElsewhere'> & { evictElsewhere(realNow: number): boolean };
  /** Has the account as it is kept elsewhere, or none, whatever the bounds say; reports nothing. */
  restore(name: string, account: Account | undefined, realNow: number): void;
}

/** Receives what the store does by itself. */
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

interface Table {
  readonly bounds: StoreBounds;
  readonly rows: Map<string, Row>;
  /** Generations in all rows. */
  size: number;
  bytes: number;
  readonly remove: (name: string) => boolean;
  readonly listener: StoreListener | undefined;
}

/** Creates an empty store. */
export function createMemoryStore(bounds: StoreBounds, listener?: StoreListener): BoundedStore {
  return toBoundedStore(createMemoryTable(bounds, listener));
}

/** The port over a table. */
export function toBoundedStore(table: MemoryTable): BoundedStore {
  const { capacity } = table;
  return {
    enter: async (name, realNow) => table.enter(name, realNow),
    commit: async (account, changes) => table.commit(account, changes),
    replace: async (name, replacement) => table.replace(name, replacement),
    list: async () => table.list(),
    capacity: { ...capacity, evictElsewhere: async (realNow) => capacity.evictElsewhere(realNow) },
  };
}

/**
 * Creates an empty table. Every method is synchronous, hence atomic: a commit conflicts only if the account was removed
 * or replaced.
 */
export function createMemoryTable(bounds: StoreBounds, listener?: StoreListener): MemoryTable {
  const rows = new Map<string, Row>();
  const remove = (name: string): boolean => {
    const row = rows.get(name);
    if (row === undefined) return false;
    table.size -= row.size;
    table.bytes -= row.bytes;
    rows.delete(name);
    listener?.removed(name);
    return true;
  };
  const table: Table = { bounds, rows, size: 0, bytes: 0, remove, listener };
  return {
    enter: (name, realNow) => {
      const row = rows.get(name);
      if (row === undefined) return undefined;
      row.lastSeen = realNow;
      return row.account;
    },
    commit: (account, { isDirty }) => {
      if (!isDirty) return 'kept';
      const row = rows.get(account.name);
      // Removed or replaced since it was entered.
      if (row?.account !== account) return 'conflict';
      resize(table, row);
      return 'kept';
    },
    replace: (name, replacement) => replace(table, name, replacement),
    list: () => ({ accounts: Array.from(rows.values(), ({ account }) => account), damaged: [] }),
    restore: (name, account, realNow) => restore(table, name, { account, lastSeen: realNow }),
    capacity: {
      generationsPerAccount: bounds.generationsPerAccount,
      bytesPerAccount: bounds.bytesPerAccount,
      isFull: (account) => isFull(table, account),
      evictElsewhere: (realNow) => evictElsewhere(table, realNow),
    },
  };
}

function replace(table: Table, name: string, { before, after, realNow }: Replacement): CommitResult {
  const earlier = table.rows.get(name);
  if (earlier?.account !== before) return 'conflict';
  if (after !== undefined) return put(table, after, { earlier, realNow });
  table.remove(name);
  return 'kept';
}

function put(
  table: Table,
  account: Account,
  { earlier, realNow }: { readonly earlier: Row | undefined; readonly realNow: number },
): CommitResult {
  const { bounds, rows } = table;
  const size = sizeOf(account);
  const { bytes } = account;
  if (size > bounds.generationsPerAccount || bytes > bounds.bytesPerAccount) return 'full';
  const growth = size - (earlier?.size ?? 0);
  const heavier = bytes - (earlier?.bytes ?? 0);
  if (growth > 0 && table.size + growth > bounds.generations) return 'full';
  const hasRoom = (): boolean =>
    (earlier !== undefined || rows.size < bounds.accounts) && (heavier <= 0 || table.bytes + heavier <= bounds.bytes);
  while (!hasRoom()) if (!evictIdle(table, realNow)) return 'full';
  addRow(table, { account, size: size - growth, bytes: bytes - heavier, lastSeen: realNow });
  clearChanges(account.changes);
  return 'kept';
}

function restore(table: Table, name: string, put: Pick<Row, 'lastSeen'> & { account: Account | undefined }): void {
  const { account, lastSeen } = put;
  const earlier = table.rows.get(name);
  table.size -= earlier?.size ?? 0;
  table.bytes -= earlier?.bytes ?? 0;
  if (account === undefined) table.rows.delete(name);
  else addRow(table, { account, size: 0, bytes: 0, lastSeen });
}

function addRow(table: Table, row: Row): void {
  table.rows.set(row.account.name, row);
  resize(table, row);
}

/** What one row holds now counts in place of what it held at its last commit. */
function isFull({ bounds, rows, size, bytes }: Table, account: Account): boolean {
  const row = rows.get(account.name);
  const more = sizeOf(account) - (row?.size ?? 0);
  const heavier = account.bytes - (row?.bytes ?? 0);
  return size + more >= bounds.generations || bytes + heavier >= bounds.bytes;
}

function resize(table: Table, row: Row): void {
  const size = sizeOf(row.account);
  const { bytes } = row.account;
  table.size += size - row.size;
  table.bytes += bytes - row.bytes;
  row.size = size;
  row.bytes = bytes;
}

function evictIdle(table: Table, realNow: number): boolean {
  const isIdle = ({ account, lastSeen }: Row): boolean =>
    lastSeen <= realNow - table.bounds.idleMs && !hasLive(account, realNow);
  const row = leastRecent(table, isIdle);
  return row !== undefined && table.remove(row.account.name);
}

function evictElsewhere(table: Table, realNow: number): boolean {
  const row = leastRecent(table, ({ account }) => hasEvictable(account, realNow));
  if (row === undefined) return false;
  const { account } = row;
  const now = readClock(account.clock, realNow);
  const isEvicted = evictEnded(account, now);
  // Short generations are evicted for a long one: several at once, since the account has to be searched for each time.
  const wanted = row.bytes - EVICTED_AT_ONCE;
  while (table.bytes >= table.bounds.bytes && account.bytes > wanted) if (!evictEnded(account, now)) break;
  table.listener?.evictedFrom(account, account.changes);
  clearChanges(account.changes);
  resize(table, row);
  return isEvicted;
}

/** In bytes. */
const EVICTED_AT_ONCE = 65_536;

function leastRecent({ rows }: Table, fits: (row: Row) => boolean): Row | undefined {
  let idlest: Row | undefined;
  for (const row of rows.values()) {
    if (idlest !== undefined && row.lastSeen >= idlest.lastSeen) continue;
    if (fits(row)) idlest = row;
  }
  return idlest;
}
