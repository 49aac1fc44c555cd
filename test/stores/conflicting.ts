/**
 * A store that keeps accounts as records and reports a conflict on every second commit, like a busy shared store. It
 * applies only the changes in `Changes`, so a change that a mutator does not name is lost. Each `enter` returns a copy
 * of the account.
 */

import type { Account, EnteredAccount } from '../../emulator/domain/account.ts';
import { evictEnded, hasEvictable, hasLive, sizeOf } from '../../emulator/domain/account-generations.ts';
import { clearChanges, type Changes } from '../../emulator/domain/changes.ts';
import { readClock } from '../../emulator/domain/clock.ts';
import type { BoundedStore, CommitResult, Replacement, ReplaceResult } from '../../emulator/domain/store.ts';
import { readAccountRecords } from '../support/store/read-account-records.ts';
import {
  allRecords,
  headRecord,
  noPlaces,
  recordChanges,
  type RecordChange,
  type RecordPlaces,
} from '../../emulator/store/account-records.ts';
import type { StoreBounds, StoreListener } from '../../emulator/store/memory.ts';

interface Row {
  version: number;
  lastSeen: number;
  /** The number of generations at the last commit. */
  size: number;
  readonly records: Map<string, string>;
}

/** The state of a row from which a copy was made, or which it became. */
interface Basis {
  readonly row: Row;
  readonly version: number;
  readonly places: RecordPlaces;
}

/** Opens the store. */
export async function createConflictingStore(bounds: StoreBounds, listener?: StoreListener): Promise<BoundedStore> {
  const table = new ConflictingTable(bounds, listener);
  return {
    enter: async (name, realNow) => table.enter(name, realNow),
    commit: async (account, changes) => table.commit(account as Account, changes),
    replace: async (name, replacement) => table.replace(name, replacement),
    list: async () => ({ accounts: table.list(), damaged: [] }),
    capacity: {
      generationsPerAccount: bounds.generationsPerAccount,
      bytesPerAccount: bounds.bytesPerAccount,
      isFull: (account) => table.sizeWith(account) >= bounds.generations,
      evictElsewhere: async (realNow) => table.evictElsewhere(realNow),
    },
  };
}

class ConflictingTable {
  readonly #bounds: StoreBounds;
  readonly #listener: StoreListener | undefined;
  readonly #rows = new Map<string, Row>();
  readonly #bases = new WeakMap<EnteredAccount, Basis>();
  #commits = 0;

  constructor(bounds: StoreBounds, listener: StoreListener | undefined) {
    this.#bounds = bounds;
    this.#listener = listener;
  }

  /** The number of generations in all rows. */
  get size(): number {
    return Array.from(this.#rows.values()).reduce((sum, { size }) => sum + size, 0);
  }

  /** Returns the size with the current state of one account in place of its committed state. */
  sizeWith(account: Account): number {
    return this.size + sizeOf(account) - (this.#rows.get(account.name)?.size ?? 0);
  }

  enter(name: string, realNow: number): Account | undefined {
    const row = this.#rows.get(name);
    if (row === undefined) return undefined;
    row.lastSeen = realNow;
    return this.#copyOf(row);
  }

  commit(account: Account, changes: Changes): CommitResult {
    if (!changes.isDirty) return 'kept';
    const basis = this.#bases.get(account);
    const row = this.#rows.get(account.name);
    if (this.#isSecond() || row === undefined || row !== basis?.row || row.version !== basis.version) return 'conflict';
    const growth = sizeOf(account) - row.size;
    if (growth > 0 && this.size + growth > this.#bounds.generations) return 'conflict';
    this.#apply(row, account, changes);
    return 'kept';
  }

  replace(name: string, { before, after, realNow }: Replacement): ReplaceResult {
    const earlier = this.#rows.get(name);
    const basis = before === undefined ? undefined : this.#bases.get(before);
    if (earlier !== basis?.row || earlier?.version !== basis?.version) return 'conflict';
    if (before !== undefined && this.#isSecond()) return 'conflict';
    if (after === undefined) this.#remove(name);
    return after === undefined ? 'kept' : this.#put(after, earlier, realNow);
  }

  list(): readonly Account[] {
    return Array.from(this.#rows.values(), (row) => this.#copyOf(row));
  }

  evictElsewhere(realNow: number): boolean {
    const idlest = this.#leastRecent((account) => hasEvictable(account, realNow));
    const row = idlest && this.#rows.get(idlest.name);
    if (idlest === undefined || row === undefined) return false;
    const isEvicted = evictEnded(idlest, readClock(idlest.clock, realNow));
    this.#listener?.evictedFrom(idlest, idlest.changes);
    this.#apply(row, idlest, idlest.changes);
    return isEvicted;
  }

  #put(account: Account, earlier: Row | undefined, realNow: number): ReplaceResult {
    const size = sizeOf(account);
    const growth = size - (earlier?.size ?? 0);
    if (size > this.#bounds.generationsPerAccount) return 'full';
    if (growth > 0 && this.size + growth > this.#bounds.generations) return 'full';
    if (earlier === undefined && this.#rows.size >= this.#bounds.accounts && !this.#evictIdle(realNow)) return 'full';
    const places = noPlaces();
    const row: Row = { version: 0, lastSeen: realNow, size, records: new Map() };
    write(row.records, allRecords(account, places));
    this.#rows.set(account.name, row);
    this.#bases.set(account, { row, version: row.version, places });
    clearChanges(account.changes);
    return 'kept';
  }

  #remove(name: string): boolean {
    const isRemoved = this.#rows.delete(name);
    if (isRemoved) this.#listener?.removed(name);
    return isRemoved;
  }

  /** Every second commit is refused, whatever it contains. */
  #isSecond(): boolean {
    this.#commits += 1;
    return this.#commits % 2 === 0;
  }

  #evictIdle(realNow: number): boolean {
    const { idleMs } = this.#bounds;
    const isIdle = (account: Account, row: Row): boolean =>
      row.lastSeen <= realNow - idleMs && !hasLive(account, realNow);
    const idlest = this.#leastRecent(isIdle);
    return idlest !== undefined && this.#remove(idlest.name);
  }

  #leastRecent(fits: (account: Account, row: Row) => boolean): Account | undefined {
    for (const row of Array.from(this.#rows.values()).toSorted((a, b) => a.lastSeen - b.lastSeen)) {
      const account = this.#copyOf(row);
      if (fits(account, row)) return account;
    }
    return undefined;
  }

  #copyOf(row: Row): Account {
    const read = readAccountRecords(row.records, parseOnce);
    if (read === undefined) throw new Error('An account has lost its head.');
    this.#bases.set(read.account, { row, version: row.version, places: read.places });
    return read.account;
  }

  #apply(row: Row, account: Account, changes: Changes): void {
    const places = this.#bases.get(account)?.places ?? noPlaces();
    write(row.records, [...recordChanges(account, places, changes), headRecord(account, places)]);
    row.version += 1;
    row.size = sizeOf(account);
    this.#bases.set(account, { row, version: row.version, places });
  }
}

/** Writes changed records. New records go to the end of the map, whatever their order in the account is. */
function write(records: Map<string, string>, changes: Iterable<RecordChange>): void {
  for (const [key, text] of changes) {
    if (text === undefined) records.delete(key);
    else records.set(key, text);
  }
}

const parsed = new Map<string, ReturnType<typeof JSON.parse>>();
const MOST_PARSED = 10_000;

/** Parsed once and shared by all copies, because many parallel requests make many copies. It is read-only. */
function parseOnce(text: string): ReturnType<typeof JSON.parse> {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= MOST_PARSED) parsed.clear();
  const value = JSON.parse(text);
  deepFreeze(value);
  parsed.set(text, value);
  return value;
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) deepFreeze(part);
  Object.freeze(value);
}
