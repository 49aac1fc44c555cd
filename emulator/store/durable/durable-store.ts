/**
 * Stores accounts that survive a restart. A commit changes a copy in memory. It resolves when a batch is written to the
 * folder (decision 0014).
 */

import type { Account, EnteredAccount } from '../../domain/account.ts';
import { copyAccount, fromState } from '../../domain/account-state.ts';
import type { Changes } from '../../domain/changes.ts';
import { StoreUnavailable, type AccountList, type BoundedStore } from '../../domain/store.ts';
import type { CommitResult, Replacement, ReplaceResult } from '../../domain/store.ts';
import { allRecords, inParts, noPlaces, type RecordChange } from '../account-records.ts';
import { MemoryTable, toBoundedStore, type StoreBounds, type StoreListener } from '../memory.ts';
import { ACCOUNTS, prefixOf, readAccounts, revisionOf, type Row } from './account-rows.ts';
import { BatchQueue, type Batch } from './batch.ts';
import { systemProblem } from './data-folder-error.ts';
import type { DataFolder } from './data-folder.ts';
import type { RecordValue } from './record-table.ts';

/** The minimum time between a failed write and the next attempt. */
const REPAIR_MS = 300;

export class DurableStore implements BoundedStore {
  readonly capacity: BoundedStore['capacity'];
  /** Runs before the last write, when the store closes. */
  lastWork = (): void => undefined;
  readonly #folder: DataFolder;
  readonly #memory: MemoryTable;
  readonly #listener: StoreListener;
  readonly #rows = new Map<string, Row>();
  #lastRevision = 0;
  readonly #batches = new BatchQueue({
    write: (batch) => this.#write(batch),
    failed: (batch, cause) => this.#giveUp(batch, cause),
  });
  /** The reason why the last write failed, as a sentence. While it is set, no changes are accepted. */
  #problem: string | undefined;
  /** The time of the last write or repair that failed. */
  #triedAt = -Infinity;
  /** The accounts on which requests decide while no changes are accepted, so that rejected changes do not stay. */
  readonly #copies = new Map<string, Account>();
  /** Set while accounts in memory have lost changes. Rejects if the folder cannot be read. */
  #reloading: Promise<void> | undefined;
  #repairing: Promise<void> | undefined;
  /** The values of failed batches that belong to no account. They are written again after the repair. */
  readonly #lostValues = new Map<string, RecordValue>();

  constructor(folder: DataFolder, bounds: StoreBounds, listener: StoreListener) {
    this.#folder = folder;
    this.#listener = listener;
    this.#memory = new MemoryTable(bounds, {
      removed: (name) => {
        this.#remove(name);
        listener.removed(name);
      },
      evictedFrom: (account, changes) => {
        this.#change(this.#rows.get(account.name), changes)?.then(
          () => listener.evictedFrom(account, changes),
          () => undefined,
        );
      },
    });
    const { capacity } = toBoundedStore(this.#memory);
    this.capacity = {
      ...capacity,
      evictElsewhere: async (realNow) => {
        await this.#repair();
        return capacity.evictElsewhere(realNow);
      },
    };
    this.#take(folder.content.accounts.splice(0));
    if (folder.content.orphans.length > 0) this.#batches.collect().garbage.push(...folder.content.orphans);
  }

  async enter(name: string, realNow: number): Promise<Account | undefined> {
    await this.#reloaded();
    const account = this.#memory.enter(name, realNow);
    // The newest batch may contain the removal of the account.
    if (account === undefined) await this.written();
    if (account === undefined || this.#problem === undefined) return account;
    const copy = this.#copies.get(name) ?? copyOf(account, realNow);
    this.#copies.set(name, copy);
    return copy;
  }

  async commit(account: EnteredAccount, changes: Changes): Promise<CommitResult> {
    const { name } = account;
    const row = this.#rows.get(name);
    if (this.#reloading !== undefined || account !== (this.#copies.get(name) ?? row?.account)) return 'conflict';
    if (changes.isDirty && this.#problem !== undefined) {
      this.#copies.delete(name);
      await this.#repair();
      return 'conflict';
    }
    if (changes.isDirty) this.#memory.commit(account, changes);
    await (changes.isDirty ? this.#change(row, changes) : row?.written);
    return 'kept';
  }

  async replace(name: string, replacement: Replacement): Promise<ReplaceResult> {
    await this.#repair();
    const { after } = replacement;
    if (after === undefined) {
      const result = this.#memory.replace(name, replacement);
      await this.written();
      return result;
    }
    this.#lastRevision += 1;
    const prefix = prefixOf(this.#lastRevision, this.#rows.get(name)?.prefix);
    const row: Row = { prefix, account: after, places: noPlaces() };
    const last = await this.#stage(row);
    // A write may have failed in the meantime.
    if (this.#problem !== undefined) return 'conflict';
    const result = this.#memory.replace(name, replacement);
    const batch = this.#batches.collect();
    if (result === 'kept') {
      this.#remove(name);
      this.#rows.set(name, row);
      batch.add(row, last);
    } else batch.garbage.push(prefix);
    await batch.written;
    return result;
  }

  /** Writes all parts of an account except the last, which it returns. Other accounts are written in between. */
  async #stage(row: Row): Promise<readonly RecordChange[]> {
    let last: readonly RecordChange[] = [];
    for (const part of inParts(allRecords(row.account, row.places))) {
      if (last.length > 0) {
        const batch = this.#batches.collect();
        batch.add(row, last);
        await batch.written;
      }
      last = part;
    }
    return last;
  }

  async list(): Promise<AccountList> {
    await this.#reloaded();
    await this.written();
    return this.#memory.list();
  }

  problem(): string | undefined {
    return this.#problem;
  }

  async written(): Promise<void> {
    await this.#batches.newest?.written;
  }

  /** Stores or deletes a value that belongs to no account. Throws if the folder cannot be written. */
  set(key: string, value: RecordValue): void {
    if (this.#problem !== undefined) {
      this.#repair().catch(() => undefined);
      throw this.#unavailable();
    }
    const { values } = this.#folder.content;
    if (value === undefined) values.delete(key);
    else values.set(key, typeof value === 'string' ? value : '');
    this.#batches.collect().values.set(key, value);
  }

  async close(): Promise<void> {
    this.lastWork();
    await this.written().catch(() => undefined);
    await Promise.allSettled([this.#repairing, this.#reloading]);
    await this.#folder.close();
  }

  #change(row: Row | undefined, changes: Changes): Promise<void> | undefined {
    if (row === undefined) return undefined;
    const batch = this.#batches.collect();
    batch.change(row, changes);
    return batch.written;
  }

  #remove(name: string): void {
    const row = this.#rows.get(name);
    if (row === undefined) return;
    this.#batches.collect().remove(row);
    this.#rows.delete(name);
  }

  async #write(batch: Batch): Promise<void> {
    await this.#folder.write(batch.records(), this.#rows.size + this.#folder.content.values.size);
    // If this fails, the next start deletes the remaining records.
    for (const prefix of batch.garbage) await this.#folder.table.clear(prefix);
  }

  #giveUp({ values }: Batch, cause: unknown): StoreUnavailable {
    const { path } = this.#folder;
    this.#problem ??= systemProblem(path, cause)?.message ?? `${path} cannot be written: ${String(cause)}.`;
    this.#triedAt = performance.now();
    this.#reload();
    // Records of an account that was not written completely are dropped.
    for (const [key, value] of values) if (!key.startsWith(ACCOUNTS)) this.#lostValues.set(key, value);
    return this.#unavailable();
  }

  /** Drops lost changes: reads all accounts from the folder again. */
  #reload(): void {
    this.#reloading = readAccounts(this.#folder.table).then(({ rows }) => {
      const before = [...this.#rows.keys()];
      this.#take(rows);
      this.#reloading = undefined;
      for (const name of before) if (!this.#rows.has(name)) this.#listener.removed(name);
    });
    // Without a handler, a failure that no request waits for would end the process.
    this.#reloading.catch(() => undefined);
  }

  /** Resolves when the accounts in memory are the accounts of the folder, and the changes since then. */
  async #reloaded(): Promise<void> {
    // If the folder cannot be read, it must be repaired first.
    await this.#reloading?.catch(() => this.#repair());
  }

  /** Replaces the accounts in memory by the accounts of the folder. */
  #take(rows: readonly Row[]): void {
    for (const name of this.#rows.keys()) this.#memory.restore(name, undefined, 0);
    this.#rows.clear();
    this.#copies.clear();
    for (const row of rows) {
      this.#rows.set(row.account.name, row);
      this.#memory.restore(row.account.name, row.account, Date.now());
      this.#lastRevision = Math.max(this.#lastRevision, revisionOf(row.prefix));
    }
  }

  async #repair(): Promise<void> {
    if (this.#problem === undefined) return;
    this.#repairing ??= this.#reopen().finally(() => (this.#repairing = undefined));
    await this.#repairing.catch(() => {
      throw this.#unavailable();
    });
  }

  /** Reopens the folder after a failed write, because LevelDB could not read later writes in the same file. */
  async #reopen(): Promise<void> {
    if (performance.now() - this.#triedAt < REPAIR_MS) throw this.#unavailable();
    this.#triedAt = performance.now();
    await this.#reloading?.catch(() => undefined);
    await this.#folder.table.reopen();
    // The failed write may be on the disk all the same.
    this.#reload();
    await this.#reloading;
    this.#problem = undefined;
    const { values } = this.#batches.collect();
    for (const [key, value] of this.#lostValues) values.set(key, value);
    this.#lostValues.clear();
  }

  #unavailable(): StoreUnavailable {
    return new StoreUnavailable(`The server did not store the changes of this request. ${this.#problem}`);
  }
}

/** Copies an account. Its generations and records never change, so both accounts share them. */
function copyOf(account: Account, realNow: number): Account {
  const steps = fromState(copyAccount(account, realNow));
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  step.value.changes.isDirty = false;
  return step.value;
}
