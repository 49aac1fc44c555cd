/**
 * Accounts that outlive the process: memory is the working copy, and each commit is written to a folder before it counts
 * (decision 0018).
 */

import type { Account } from '../../domain/account.ts';
import type { Changes } from '../../domain/changes.ts';
import type { MaybePromise } from '../../domain/maybe-promise.ts';
import {
  StoreUnavailable,
  type BoundedStore,
  type CommitResult,
  type Replacement,
  type ServiceRecords,
} from '../../domain/store.ts';
import { createMemoryStore, type MemoryStore, type StoreBounds, type StoreListener } from '../memory.ts';
import {
  addNames,
  headKey,
  newRow,
  noNames,
  recordsToWrite,
  type AccountRow,
  type ChangedNames,
} from './account-rows.ts';
import { systemProblem } from './data-folder-error.ts';
import { createGroupCommit, type Group, type GroupCommit } from './group-commit.ts';
import { readAccounts, readTexts, TEXTS, type DataFolder } from './data-folder.ts';
import type { RecordValue } from './record-table.ts';

/** What is written as one. */
interface GroupContent {
  /** Nothing is named where the whole account is written. */
  readonly changed: Map<AccountRow, ChangedNames | undefined>;
  readonly removed: Set<AccountRow>;
  readonly values: Map<string, RecordValue>;
}

type Pending = Group<GroupContent>;

/** Opens the store of a folder. */
export async function createDurableStore(
  folder: DataFolder,
  bounds: StoreBounds,
  listener: StoreListener,
): Promise<DurableStore> {
  const store = new DurableStore(folder, bounds, listener);
  await store.load();
  return store;
}

/** After a failure the folder is tried again with the next commit, but no sooner than that. */
const REPAIR_MS = 300;

export class DurableStore implements BoundedStore, ServiceRecords {
  readonly capacity: BoundedStore['capacity'];
  readonly service: ServiceRecords = this;
  readonly #folder: DataFolder;
  readonly #memory: MemoryStore;
  readonly #rows = new Map<string, AccountRow>();
  /** The group in which a row is written next. */
  readonly #pending = new Map<AccountRow, Pending>();
  /** As they are on the disk, by account. */
  readonly #written = new Map<string, AccountRow>();
  readonly #texts = new Map<string, string>();
  readonly #groups: GroupCommit<GroupContent>;
  readonly #listener: StoreListener;
  #numbers = 0;
  #broken: StoreUnavailable | undefined;
  /** Accounts whose working copy is not what is on the disk. */
  readonly #stale = new Set<string>();
  /** Accounts that the lost groups were about. */
  readonly #lost = new Set<string>();
  #repairing: Promise<void> = Promise.resolve();
  #repairedAt = -Infinity;

  constructor(folder: DataFolder, bounds: StoreBounds, listener: StoreListener) {
    this.#folder = folder;
    this.#listener = listener;
    this.#memory = createMemoryStore(bounds, {
      removed: (name) => {
        this.#noteRemoved(name);
        listener.removed(name);
      },
      evictedFrom: (account, changes) => {
        const kept = { ...changes };
        void this.#note(account, kept)?.then(() => listener.evictedFrom(account, kept));
      },
    });
    this.#groups = createGroupCommit({
      empty: () => ({ changed: new Map(), removed: new Set(), values: new Map() }),
      write: (content) => this.#write(content),
      failed: (lost, cause) => this.#giveUp(lost, cause),
    });
    const { generationsPerAccount, isFull, evictElsewhere } = this.#memory.capacity;
    this.capacity = {
      generationsPerAccount,
      isFull,
      evictElsewhere: async (realNow) => {
        this.#refuseBroken();
        const isEvicted = evictElsewhere(realNow);
        await this.settled();
        return isEvicted;
      },
    };
  }

  /** Reads all that the folder has. */
  async load(): Promise<void> {
    const { orphans, rows } = await readAccounts(this.#folder);
    for (const row of rows) this.#restore(row.account.name, row);
    this.#numbers = rows.reduce((highest, { number }) => Math.max(highest, number), 0);
    for (const [name, text] of await readTexts(this.#folder)) this.#texts.set(name, text);
    for (const prefix of orphans) await this.#folder.table.clear(prefix);
  }

  enter(name: string, realNow: number): MaybePromise<Account | undefined> {
    if (this.#stale.size > 0 && this.#stale.has(name)) return this.#enterStale(name, realNow);
    return this.#memory.enter(name, realNow);
  }

  commit(account: Account, changes: Changes): MaybePromise<CommitResult> {
    const row = this.#rows.get(account.name);
    if (row?.account !== account || (this.#stale.size > 0 && this.#stale.has(account.name))) return 'conflict';
    if (!changes.isDirty) return this.#pending.get(row)?.written ?? 'kept';
    if (this.#broken !== undefined) {
      // The decision has written to the working copy.
      this.#stale.add(account.name);
      return this.#repaired(() => 'conflict');
    }
    const verdict = this.#memory.commit(account, changes);
    return verdict === 'kept' ? (this.#note(account, changes) ?? verdict) : verdict;
  }

  replace(name: string, replacement: Replacement): MaybePromise<CommitResult> {
    if (this.#broken !== undefined || this.#stale.has(name)) {
      return this.#repaired(() => this.replace(name, replacement));
    }
    const earlier = this.#rows.get(name);
    const verdict = this.#memory.replace(name, replacement);
    const { after } = replacement;
    if (verdict !== 'kept') return verdict;
    if (after === undefined) return this.#groups.newest()?.written ?? verdict;
    const group = this.#groups.collecting();
    if (earlier !== undefined) this.#noteRemoved(name);
    const row =
      earlier === undefined ? newRow(after, this.#nextNumber()) : newRow(after, earlier.number, earlier.revision + 1);
    this.#rows.set(name, row);
    group.content.changed.set(row, undefined);
    this.#pending.set(row, group);
    return group.written;
  }

  async list(): Promise<readonly Account[]> {
    await this.settled();
    return this.#memory.list();
  }

  async settled(): Promise<void> {
    await this.#groups.newest()?.written;
  }

  /** Reads the bytes whose keys begin so. */
  async eachBytes(prefix: string, visit: (key: string, bytes: Uint8Array) => void): Promise<void> {
    await this.#folder.table.eachBytes(prefix, visit);
  }

  text(name: string): string | undefined {
    return this.#texts.get(name);
  }

  texts(prefix: string): readonly (readonly [name: string, text: string])[] {
    return [...this.#texts].filter(([name]) => name.startsWith(prefix));
  }

  setText(name: string, text: string | undefined): void {
    if (this.#broken !== undefined) void this.#repair();
    this.#refuseBroken();
    if (text === undefined) this.#texts.delete(name);
    else this.#texts.set(name, text);
    this.#groups.collecting().content.values.set(TEXTS + name, text);
  }

  setBytes(key: string, bytes: Uint8Array | undefined): void {
    if (this.#broken === undefined) this.#groups.collecting().content.values.set(key, bytes);
  }

  async close(): Promise<void> {
    for (let group = this.#groups.newest(); group !== undefined; group = this.#groups.newest()) {
      await group.written.catch(() => undefined);
    }
    await this.#repairing;
    await this.#folder.close();
  }

  #nextNumber(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  #note(account: Account, changes: ChangedNames): Promise<CommitResult> | undefined {
    const row = this.#rows.get(account.name);
    if (row === undefined) return undefined;
    const group = this.#groups.collecting();
    const { changed } = group.content;
    const names = changed.get(row) ?? (changed.has(row) ? undefined : noNames());
    if (names !== undefined) addNames(names, changes);
    changed.set(row, names);
    this.#pending.set(row, group);
    return group.written;
  }

  #noteRemoved(name: string): void {
    const row = this.#rows.get(name);
    if (row === undefined) return;
    const { changed, removed } = this.#groups.collecting().content;
    this.#rows.delete(name);
    this.#pending.delete(row);
    changed.delete(row);
    removed.add(row);
  }

  async #write(content: GroupContent): Promise<void> {
    const { changed, removed, values } = content;
    const records = new Map(values);
    for (const row of removed) records.set(headKey(row), undefined);
    for (const [row, names] of changed) {
      for (const [key, text] of recordsToWrite(row, names)) records.set(row.prefix + key, text);
    }
    await this.#folder.table.write(records);
    for (const row of removed) {
      if (this.#written.get(row.account.name) === row) this.#written.delete(row.account.name);
      // Without its head it is gone; what is left is cleared now, or with the next start.
      this.#folder.table.clear(row.prefix).catch(() => undefined);
    }
    for (const row of changed.keys()) {
      this.#written.set(row.account.name, row);
      if (this.#pending.get(row)?.content === content) this.#pending.delete(row);
    }
  }

  /** Nothing of these groups is kept: their accounts are read from the disk again. */
  async #giveUp(lost: readonly GroupContent[], cause: unknown): Promise<Error> {
    const problem = systemProblem(this.#folder.path, cause);
    const why = problem?.message ?? `${this.#folder.path} cannot be written: ${String(cause)}.`;
    const broken = new StoreUnavailable(`Nothing was kept of this request. ${why}`, { cause });
    this.#broken = broken;
    for (const { changed, removed } of lost) {
      for (const { account } of [...changed.keys(), ...removed]) this.#lost.add(account.name);
    }
    for (const name of this.#lost) this.#stale.add(name);
    this.#repairedAt = performance.now();
    await this.#repair();
    return broken;
  }

  /** Reads go on where the working copy is what is on the disk. */
  async #enterStale(name: string, realNow: number): Promise<Account | undefined> {
    await this.#repair();
    if (this.#stale.has(name)) throw this.#broken ?? new StoreUnavailable(`${this.#folder.path} cannot be read.`);
    return this.enter(name, realNow);
  }

  async #repaired<Answer>(proceed: () => MaybePromise<Answer>): Promise<Answer> {
    await this.#repair();
    this.#refuseBroken();
    return proceed();
  }

  #refuseBroken(): void {
    if (this.#broken !== undefined) throw this.#broken;
  }

  /** One at a time. */
  #repair(): Promise<void> {
    this.#repairing = this.#repairing.then(() => this.#repairNow()).catch(() => undefined);
    return this.#repairing;
  }

  async #repairNow(): Promise<void> {
    const { table } = this.#folder;
    if (this.#broken !== undefined && performance.now() - this.#repairedAt >= REPAIR_MS) {
      this.#repairedAt = performance.now();
      await table.reopen();
      for (const name of this.#lost) this.#stale.add(name);
      this.#lost.clear();
      this.#broken = undefined;
    }
    for (const name of this.#stale) await this.#readAgain(name);
  }

  async #readAgain(name: string): Promise<void> {
    const written = this.#written.get(name);
    const { rows } = written === undefined ? { rows: [] } : await readAccounts(this.#folder, written.prefix);
    this.#restore(name, rows[0]);
    if (rows.length === 0) this.#listener.removed(name);
    this.#stale.delete(name);
  }

  #restore(name: string, row: AccountRow | undefined): void {
    const earlier = this.#rows.get(name);
    if (earlier !== undefined) this.#pending.delete(earlier);
    this.#memory.restore(name, row?.account, Date.now());
    if (row === undefined) {
      this.#rows.delete(name);
      this.#written.delete(name);
      return;
    }
    this.#rows.set(name, row);
    this.#written.set(name, row);
  }
}
