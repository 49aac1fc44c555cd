/**
 * A store that keeps accounts as serialized pieces and reports a conflict on every second commit, as a shared store may.
 * It applies only what `Changes` names, so a change that a mutator does not name is lost; whoever enters an account gets a
 * copy of its own.
 */

import { accountOf, type Account } from '../../emulator/domain/account.ts';
import { countSources, evictEnded, hasEvictable, hasLive, sizeOf } from '../../emulator/domain/account-generations.ts';
import { headOf } from '../../emulator/domain/account-state.ts';
import { clearChanges, type Changes } from '../../emulator/domain/changes.ts';
import { readClock } from '../../emulator/domain/clock.ts';
import type { CommitResult } from '../../emulator/domain/store.ts';
import type { MemoryStore, StoreBounds, StoreListener } from '../../emulator/store/memory.ts';

/** An account in pieces, each of which went through JSON. */
interface Row {
  version: number;
  lastSeen: number;
  head: string;
  readonly open: Pieces;
  readonly ended: Pieces;
  readonly retained: Pieces;
  readonly idempotency: Pieces;
  /** Nothing where the account has no fault state. */
  rules: string | undefined;
  readonly counts: Pieces;
}

/** By name, in order. */
type Pieces = Map<string, Piece>;

/** Its JSON, read again: what JSON cannot hold is lost, and nobody can write to it. */
interface Piece {
  readonly value: ReturnType<typeof JSON.parse>;
}

const STATES = ['open', 'ended', 'retained'] as const;

/** Which state of which row a copy was made from, or has become. */
interface Basis {
  readonly row: Row;
  readonly version: number;
}

/** Opens the store. */
export function createConflictingStore(bounds: StoreBounds, listener?: StoreListener): MemoryStore {
  const table = new ConflictingTable(bounds, listener);
  return {
    enter: async (name, realNow) => table.enter(name, realNow),
    commit: async (account, changes) => table.commit(account, changes),
    put: async (account, realNow, replaced) => table.put(account, realNow, replaced),
    remove: async (name) => table.remove(name),
    list: async () => table.list(),
    capacity: {
      generationsPerAccount: bounds.generationsPerAccount,
      isFull: () => table.size >= bounds.generations,
      evictElsewhere: (realNow) => table.evictElsewhere(realNow),
    },
  };
}

class ConflictingTable {
  readonly #bounds: StoreBounds;
  readonly #listener: StoreListener | undefined;
  readonly #rows = new Map<string, Row>();
  readonly #bases = new WeakMap<Account, Basis>();
  #commits = 0;

  constructor(bounds: StoreBounds, listener: StoreListener | undefined) {
    this.#bounds = bounds;
    this.#listener = listener;
  }

  /** Generations in all rows. */
  get size(): number {
    return Array.from(this.#rows.values()).reduce((sum, row) => sum + generationsIn(row), 0);
  }

  enter(name: string, realNow: number): Account | undefined {
    const row = this.#rows.get(name);
    if (row === undefined) return undefined;
    row.lastSeen = realNow;
    return this.#copyOf(row);
  }

  commit(account: Account, changes: Changes): CommitResult {
    const basis = this.#bases.get(account);
    const row = this.#rows.get(account.name);
    if (this.#isSecond() || row === undefined || row !== basis?.row || row.version !== basis.version) return 'conflict';
    const growth = sizeOf(account) - generationsIn(row);
    if (growth > 0 && this.size + growth > this.#bounds.generations) return 'full';
    this.#apply(row, account, changes);
    return 'kept';
  }

  put(account: Account, realNow: number, replaced: Account | undefined): CommitResult {
    const earlier = this.#rows.get(account.name);
    const basis = replaced === undefined ? undefined : this.#bases.get(replaced);
    if (earlier !== basis?.row || earlier?.version !== basis?.version) return 'conflict';
    if (replaced !== undefined && this.#isSecond()) return 'conflict';
    const growth = sizeOf(account) - (earlier === undefined ? 0 : generationsIn(earlier));
    if (sizeOf(account) > this.#bounds.generationsPerAccount) return 'full';
    if (growth > 0 && this.size + growth > this.#bounds.generations) return 'full';
    if (earlier === undefined && this.#rows.size >= this.#bounds.accounts && !this.#evictIdle(realNow)) return 'full';
    const row = rowOf(account, realNow);
    this.#rows.set(account.name, row);
    this.#bases.set(account, { row, version: row.version });
    clearChanges(account.changes);
    return 'kept';
  }

  remove(name: string): boolean {
    const isRemoved = this.#rows.delete(name);
    if (isRemoved) this.#listener?.removed(name);
    return isRemoved;
  }

  list(): readonly Account[] {
    return Array.from(this.#rows.values(), (row) => this.#copyOf(row));
  }

  evictElsewhere(realNow: number): boolean {
    const idlest = this.#leastRecent((account) => hasEvictable(account, realNow));
    const row = idlest && this.#rows.get(idlest.name);
    if (idlest === undefined || row === undefined) return false;
    const isEvicted = evictEnded(idlest, readClock(idlest.clock, realNow));
    this.#listener?.evictedFrom(idlest);
    this.#apply(row, idlest, idlest.changes);
    return isEvicted;
  }

  /** Every second one is refused, whatever it is. */
  #isSecond(): boolean {
    this.#commits += 1;
    return this.#commits % 2 === 0;
  }

  #evictIdle(realNow: number): boolean {
    const { idleMs } = this.#bounds;
    const isIdle = (account: Account, row: Row): boolean =>
      row.lastSeen <= realNow - idleMs && !hasLive(account, realNow);
    const idlest = this.#leastRecent(isIdle);
    return idlest !== undefined && this.remove(idlest.name);
  }

  #leastRecent(fits: (account: Account, row: Row) => boolean): Account | undefined {
    for (const row of Array.from(this.#rows.values()).toSorted((a, b) => a.lastSeen - b.lastSeen)) {
      const account = this.#copyOf(row);
      if (fits(account, row)) return account;
    }
    return undefined;
  }

  #copyOf(row: Row): Account {
    const account = toAccount(row);
    this.#bases.set(account, { row, version: row.version });
    return account;
  }

  #apply(row: Row, account: Account, changes: Changes): void {
    apply(row, account, changes);
    row.version += 1;
    this.#bases.set(account, { row, version: row.version });
  }
}

function generationsIn({ open, ended }: Row): number {
  return open.size + ended.size;
}

/** The pieces of an account that is kept whole. */
function rowOf(account: Account, lastSeen: number): Row {
  return {
    version: 0,
    lastSeen,
    head: JSON.stringify(headOf(account)),
    open: piecesOf(account.open),
    ended: piecesOf(account.ended),
    retained: piecesOf(account.retained),
    idempotency: piecesOf(account.idempotency),
    rules: account.faults && JSON.stringify(account.faults.rules),
    counts: piecesOf(account.faults?.counts ?? new Map()),
  };
}

function piecesOf(all: ReadonlyMap<string, unknown>): Pieces {
  return new Map(Array.from(all, ([name, one]) => [name, pieceOf(one)]));
}

/** Takes over the pieces that the changes name, and no other. */
function apply(row: Row, account: Account, changes: Changes): void {
  row.head = JSON.stringify(headOf(account));
  for (const state of STATES) applyNamed(row[state], account[state], changes.generations);
  applyNamed(row.idempotency, account.idempotency, changes.idempotencyKeys);
  if (changes.hasNewRules) row.rules = account.faults && JSON.stringify(account.faults.rules);
  applyNamed(row.counts, account.faults?.counts ?? new Map(), changes.faultCounts);
}

/** What is new goes behind what was there, in the order that the account has it in. */
function applyNamed(pieces: Pieces, all: ReadonlyMap<string, unknown>, named: readonly string[]): void {
  const changed = new Set(named);
  for (const name of changed) if (!all.has(name)) pieces.delete(name);
  for (const [name, one] of all) if (changed.has(name)) pieces.set(name, pieceOf(one));
}

/** Read once and shared by all copies, because many parallel requests make many copies. */
function pieceOf(one: unknown): Piece {
  const value: Piece['value'] = JSON.parse(JSON.stringify(one));
  deepFreeze(value);
  return { value };
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) deepFreeze(part);
  Object.freeze(value);
}

function toAccount(row: Row): Account {
  const account = accountOf(JSON.parse(row.head));
  for (const state of STATES) {
    for (const [id, { value }] of row[state]) {
      account[state].set(id, value);
      countSources(account, value);
    }
  }
  for (const [key, { value }] of row.idempotency) account.idempotency.set(key, value);
  if (row.rules !== undefined) {
    const counts = Array.from(row.counts, ([name, { value }]) => [name, value] as const);
    account.faults = { rules: JSON.parse(row.rules), counts: new Map(counts) };
  }
  clearChanges(account.changes);
  return account;
}
