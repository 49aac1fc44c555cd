/**
 * Accounts that outlive the process. A commit changes the working copy in memory, and resolves when a batch of changes
 * is written to a folder (decision 0014).
 */

import type { Account } from '../../domain/account.ts';
import { noChanges, type Changes } from '../../domain/changes.ts';
import {
  StoreUnavailable,
  type AccountList,
  type BoundedStore,
  type CommitResult,
  type Replacement,
} from '../../domain/store.ts';
import { allRecords, inParts, noPlaces, type RecordChange } from '../account-records.ts';
import { MemoryTable, toBoundedStore, type StoreBounds, type StoreListener } from '../memory.ts';
import { ACCOUNTS, placeAt, readAccounts, type FolderAccount } from './account-rows.ts';
import { BatchQueue, type Batch, type Row } from './batch.ts';
import { systemProblem } from './data-folder-error.ts';
import type { DataFolder } from './data-folder.ts';
import type { RecordTable, RecordValue } from './record-table.ts';

/** After a failed write, a change tries the folder again, but not earlier than this. */
const REPAIR_MS = 300;

export class DurableStore implements BoundedStore {
  readonly capacity: BoundedStore['capacity'];
  /** The texts that belong to no account, by key. */
  readonly texts: ReadonlyMap<string, string>;
  /** Visits bytes that belong to no account. */
  readonly eachBytes: RecordTable['each'];
  /** Runs before the last write. */
  lastWork = (): void => undefined;
  readonly #folder: DataFolder;
  readonly #memory: MemoryTable;
  readonly #listener: StoreListener;
  readonly #rows = new Map<string, Row>();
  /** The largest number or revision of an account. */
  #lastPlace = 0;
  readonly #batches: BatchQueue;
  /** Whether nothing can be written. */
  #isBroken = false;
  /** The reason of the last failure. */
  #problem = '';
  #triedAt = -Infinity;
  /** Whether the working copy has lost changes. */
  #isLost = false;
  /** Copies of accounts, by name. While nothing can be written, decisions change copies. */
  readonly #copies = new Map<string, Account>();
  /** The records of lost batches that belong to no account. They are written again. */
  readonly #lostValues = new Map<string, RecordValue>();
  /** The last read or reopening of the folder. One runs at a time. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(folder: DataFolder, bounds: StoreBounds, listener: StoreListener) {
    this.#folder = folder;
    this.texts = folder.content.values;
    this.eachBytes = (prefix, visit) => folder.table.each(prefix, visit);
    this.#listener = listener;
    this.#memory = new MemoryTable(bounds, {
      removed: (name) => {
        this.#remove(name);
        listener.removed(name);
      },
      evictedFrom: (account, changes) => {
        const evicted = { ...changes };
        const written = this.#change(this.#rows.get(account.name), changes);
        written?.then(
          () => listener.evictedFrom(account, evicted),
          () => undefined,
        );
      },
    });
    this.#batches = new BatchQueue({
      write: (batch) => this.#write(batch),
      failed: (lost, cause) => this.#giveUp(lost, cause),
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
    if (this.#isLost) await this.#readLost();
    const account = this.#memory.enter(name, realNow);
    // The newest batch may have removed it.
    if (account === undefined) await this.written();
    if (account === undefined || !this.#isBroken) return account;
    const copy = this.#copies.get(name) ?? structuredClone(account);
    this.#copies.set(name, copy);
    return copy;
  }

  async commit(account: Account, changes: Changes): Promise<CommitResult> {
    const { name } = account;
    const row = this.#rows.get(name);
    if (this.#isLost || account !== (this.#isBroken ? this.#copies.get(name) : row?.account)) return 'conflict';
    if (!changes.isDirty) await row?.batch?.written;
    else if (this.#isBroken) {
      this.#copies.delete(name);
      await this.#repair();
      return 'conflict';
    } else {
      this.#memory.commit(account, changes);
      await this.#change(row, changes);
    }
    return 'kept';
  }

  async replace(name: string, replacement: Replacement): Promise<CommitResult> {
    await this.#repair();
    const { after } = replacement;
    if (after === undefined) {
      const result = this.#memory.replace(name, replacement);
      await this.written();
      return result;
    }
    this.#lastPlace += 1;
    const revision = this.#lastPlace;
    const number = this.#rows.get(name)?.number ?? revision;
    const row: Row = { ...placeAt(number, revision), account: after, places: noPlaces() };
    const last = await this.#stage(row);
    // Others may have had their turn meanwhile.
    if (this.#isBroken) return 'conflict';
    const result = this.#memory.replace(name, replacement);
    const batch = this.#batches.collect();
    if (result === 'kept') {
      this.#remove(name);
      this.#rows.set(name, row);
      addValues(batch, row, last);
      batch.change(row, noChanges());
    } else batch.garbage.push(row.prefix);
    await batch.written;
    return result;
  }

  /** Writes all parts of an account but the last, which has the head. Other accounts are written in between. */
  async #stage(row: Row): Promise<readonly RecordChange[]> {
    let last: readonly RecordChange[] = [];
    for (const part of inParts(allRecords(row.account, row.places))) {
      if (last.length > 0) {
        const batch = this.#batches.collect();
        addValues(batch, row, last);
        await batch.written;
      }
      last = part;
    }
    return last;
  }

  async list(): Promise<AccountList> {
    if (this.#isLost) await this.#readLost();
    await this.written();
    return this.#memory.list();
  }

  problem(): string | undefined {
    return this.#isBroken ? this.#problem : undefined;
  }

  async written(): Promise<void> {
    await this.#batches.newest?.written;
  }

  /** Keeps a value that belongs to no account, or deletes it. Throws while nothing can be written. */
  set(key: string, value: RecordValue): void {
    if (this.#isBroken) {
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
    await this.#batches.idle();
    await this.#reading;
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
    for (const row of batch.changed.keys()) if (row.batch === batch) row.batch = undefined;
    // If this fails, the next start deletes the rest.
    for (const prefix of batch.garbage) await this.#folder.table.clear(prefix);
  }

  #giveUp(lost: readonly Batch[], cause: unknown): StoreUnavailable {
    const { path } = this.#folder;
    this.#problem = systemProblem(path, cause)?.message ?? `${path} cannot be written: ${String(cause)}.`;
    this.#isBroken = true;
    this.#isLost = true;
    this.#triedAt = performance.now();
    for (const { values } of lost) {
      // Parts of an account that is not there are not wanted any more.
      for (const [key, value] of values) if (!key.startsWith(ACCOUNTS)) this.#lostValues.set(key, value);
    }
    return this.#unavailable();
  }

  /** Reads all accounts from the folder after a failed write. */
  async #readLost(): Promise<void> {
    const reading = this.#alone(async () => {
      if (this.#isLost) await this.#readAll();
    });
    // The folder is closed if it could not be opened again.
    await reading.catch(() => this.#repair());
  }

  async #readAll(): Promise<void> {
    const { rows } = await readAccounts(this.#folder.table);
    const before = [...this.#rows.keys()];
    this.#take(rows);
    this.#isLost = false;
    this.#copies.clear();
    for (const name of before) if (!this.#rows.has(name)) this.#listener.removed(name);
  }

  /** Makes accounts of the folder the working copy. */
  #take(rows: readonly FolderAccount[]): void {
    for (const name of this.#rows.keys()) this.#memory.restore(name, undefined, 0);
    this.#rows.clear();
    for (const row of rows) {
      this.#rows.set(row.account.name, row);
      this.#memory.restore(row.account.name, row.account, Date.now());
      this.#lastPlace = Math.max(this.#lastPlace, row.number, row.revision);
    }
  }

  /** Opens the folder again after a failed write. LevelDB could not read what follows such a write in the same file. */
  async #repair(): Promise<void> {
    if (!this.#isBroken) return;
    await this.#alone(async () => {
      if (!this.#isBroken) return;
      if (performance.now() - this.#triedAt < REPAIR_MS) throw this.#unavailable();
      this.#triedAt = performance.now();
      await this.#folder.table.reopen();
      // The failed write may have reached the disk.
      await this.#readAll();
      this.#isBroken = false;
      const { values } = this.#batches.collect();
      for (const [key, value] of this.#lostValues) values.set(key, value);
      this.#lostValues.clear();
    }).catch(() => {
      throw this.#unavailable();
    });
  }

  #unavailable(): StoreUnavailable {
    return new StoreUnavailable(`The server did not store the changes of this request. ${this.#problem}`);
  }

  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#reading.then(work);
    this.#reading = result.catch(() => undefined);
    return result;
  }
}

function addValues({ values }: Batch, { prefix }: Row, records: readonly RecordChange[]): void {
  for (const [key, text] of records) values.set(prefix + key, text);
}
