/**
 * Accounts that outlive the process: memory is the working copy, and each commit is written to a folder before it
 * counts (decision 0014).
 */

import type { Account } from '../../domain/account.ts';
import type { Changes } from '../../domain/changes.ts';
import {
  StoreUnavailable,
  type AccountList,
  type BoundedStore,
  type CommitResult,
  type Replacement,
} from '../../domain/store.ts';
import { createMemoryTable, type MemoryTable, type StoreBounds, type StoreListener } from '../memory.ts';
import { bodyRecords } from '../account-records.ts';
import { noNames, type ChangedNames } from '../changed-names.ts';
import { inParts, isLarge } from '../record-parts.ts';
import { RowNumbers, type FolderAccount } from './account-rows.ts';
import { systemProblem } from './data-folder-error.ts';
import { createGroupCommit, type Group, type GroupCommit } from './group-commit.ts';
import { readAccounts, type DataFolder } from './data-folder.ts';
import { accountNames, addChange, addRemoval, emptyContent, recordsOf, type GroupContent } from './group-content.ts';
import type { RecordValue } from './record-table.ts';

type Pending = Group<GroupContent>;

/** After a failure the folder is tried again with the next commit, but no sooner than that. */
const REPAIR_MS = 300;

/** To be loaded before anything is asked of it. */
export class DurableStore {
  readonly capacity: BoundedStore['capacity'];
  readonly #folder: DataFolder;
  readonly #memory: MemoryTable;
  readonly #rows = new Map<string, FolderAccount>();
  /** The group in which a row is written next. */
  readonly #pending = new Map<FolderAccount, Pending>();
  /** As they are on the disk, by account. */
  readonly #written = new Map<string, FolderAccount>();
  readonly #groups: GroupCommit<GroupContent>;
  readonly #listener: StoreListener;
  readonly #numbers = new RowNumbers();
  #broken: StoreUnavailable | undefined;
  #problem: string | undefined;
  /** Accounts whose working copy is not what is on the disk. */
  readonly #stale = new Set<string>();
  /** Accounts that the lost groups were about. */
  readonly #lost = new Set<string>();
  #repairing: Promise<void> = Promise.resolve();
  #repairedAt = -Infinity;

  constructor(folder: DataFolder, bounds: StoreBounds, listener: StoreListener) {
    this.#folder = folder;
    this.#listener = listener;
    this.#memory = createMemoryTable(bounds, {
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
      empty: emptyContent,
      write: (content) => this.#write(content),
      failed: (lost, cause) => this.#giveUp(lost, cause),
    });
    const { capacity } = this.#memory;
    this.capacity = {
      generationsPerAccount: capacity.generationsPerAccount,
      bytesPerAccount: capacity.bytesPerAccount,
      isFull: (account) => capacity.isFull(account),
      evictElsewhere: async (realNow) => {
        this.#refuseBroken();
        const isEvicted = capacity.evictElsewhere(realNow);
        await this.settled();
        return isEvicted;
      },
    };
  }

  /** Reads all that the folder has. */
  async load(): Promise<void> {
    const { orphans, rows } = await readAccounts(this.#folder);
    for (const row of rows) this.#restore(row.account.name, row);
    this.#numbers.skip(rows);
    for (const prefix of orphans) await this.#folder.table.clear(prefix);
  }

  async enter(name: string, realNow: number): Promise<Account | undefined> {
    if (this.#stale.size > 0 && this.#stale.has(name)) return this.#enterStale(name, realNow);
    return this.#memory.enter(name, realNow);
  }

  async commit(account: Account, changes: Changes): Promise<CommitResult> {
    const row = this.#rows.get(account.name);
    if (row?.account !== account || (this.#stale.size > 0 && this.#stale.has(account.name))) return 'conflict';
    if (!changes.isDirty) return this.#pending.get(row)?.written ?? 'kept';
    if (this.#broken !== undefined) {
      // The decision has written to the working copy.
      this.#stale.add(account.name);
      await this.#repairOrRefuse();
      return 'conflict';
    }
    const verdict = this.#memory.commit(account, changes);
    return verdict === 'kept' ? (this.#note(account, changes) ?? verdict) : verdict;
  }

  async replace(name: string, replacement: Replacement): Promise<CommitResult> {
    if (this.#broken !== undefined || this.#stale.has(name)) {
      await this.#repairOrRefuse();
      return this.replace(name, replacement);
    }
    const { after } = replacement;
    if (after !== undefined && isLarge(after)) return this.#replaceStaged(name, replacement, after);
    const verdict = this.#memory.replace(name, replacement);
    if (verdict !== 'kept') return verdict;
    if (after === undefined) return this.#groups.newest()?.written ?? verdict;
    return this.#place(this.#numbers.rowFor(after, this.#rows.get(name)), undefined);
  }

  /** Writes all but its head beforehand, in parts; until it has a head, it is not there. */
  async #replaceStaged(name: string, replacement: Replacement, after: Account): Promise<CommitResult> {
    const row = this.#numbers.rowFor(after, this.#rows.get(name));
    for (const part of inParts(bodyRecords(after, row.places))) {
      const { content, written } = this.#groups.collecting();
      for (const [key, text] of part) content.values.set(row.prefix + key, text);
      await written;
    }
    // Others have had their turn meanwhile.
    const isVoid = this.#broken !== undefined || this.#stale.has(name);
    const verdict = isVoid ? 'conflict' : this.#memory.replace(name, replacement);
    if (verdict === 'kept') return this.#place(row, noNames());
    await this.#folder.table.clear(row.prefix);
    return verdict;
  }

  /** Adds an account that memory has to what is written next: what is named, or all of it. */
  #place(row: FolderAccount, names: ChangedNames | undefined): Promise<CommitResult> {
    const { name } = row.account;
    const group = this.#groups.collecting();
    if (this.#rows.has(name)) this.#noteRemoved(name);
    this.#rows.set(name, row);
    group.content.changed.set(row, names);
    this.#pending.set(row, group);
    return group.written;
  }

  async list(): Promise<AccountList> {
    await this.settled();
    return this.#memory.list();
  }

  async settled(): Promise<void> {
    await this.#groups.newest()?.written;
  }

  /** Why nothing can be written. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get canWrite(): boolean {
    return this.#broken === undefined;
  }

  /** Adds a value that belongs to no account to what is written next. */
  set(key: string, value: RecordValue): void {
    if (this.#broken !== undefined) void this.#repair();
    this.#refuseBroken();
    this.#groups.collecting().content.values.set(key, value);
  }

  async close(): Promise<void> {
    for (let group = this.#groups.newest(); group !== undefined; group = this.#groups.newest()) {
      await group.written.catch(() => undefined);
    }
    await this.#repairing;
    await this.#folder.close();
  }

  #note(account: Account, changes: ChangedNames): Promise<CommitResult> | undefined {
    const row = this.#rows.get(account.name);
    if (row === undefined) return undefined;
    const group = this.#groups.collecting();
    addChange(group.content, row, changes);
    this.#pending.set(row, group);
    return group.written;
  }

  #noteRemoved(name: string): void {
    const row = this.#rows.get(name);
    if (row === undefined) return;
    addRemoval(this.#groups.collecting().content, row);
    this.#rows.delete(name);
    this.#pending.delete(row);
  }

  async #write(content: GroupContent): Promise<void> {
    await this.#folder.table.write(recordsOf(content));
    const { changed, removed } = content;
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
    this.#problem = why;
    const broken = new StoreUnavailable(`The server stored no changes of this request. ${why}`, { cause });
    this.#broken = broken;
    for (const name of accountNames(lost)) this.#lost.add(name);
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

  async #repairOrRefuse(): Promise<void> {
    await this.#repair();
    this.#refuseBroken();
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
      this.#problem = undefined;
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

  #restore(name: string, row: FolderAccount | undefined): void {
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
