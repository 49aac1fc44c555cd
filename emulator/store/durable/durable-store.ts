/**
 * Accounts that outlive the process. A commit changes the working copy in memory, and batches of changes are written to
 * a folder. A response waits until all that it read is written (decision 0014).
 */

import type { Account } from '../../domain/account.ts';
import type { Changes } from '../../domain/changes.ts';
import {
  StoreUnavailable,
  type AccountList,
  type BoundedStore,
  type CommitResult,
  type Replacement,
  type WhenWritten,
} from '../../domain/store.ts';
import { allRecords, inParts, noNames, noPlaces, type ChangedNames, type RecordChange } from '../account-records.ts';
import { MemoryTable, toBoundedStore, type StoreBounds, type StoreListener } from '../memory.ts';
import { ACCOUNTS, placeAt, readAccounts, type FolderAccount } from './account-rows.ts';
import { BatchQueue, type Batch, type Row } from './batch.ts';
import { systemProblem } from './data-folder-error.ts';
import type { DataFolder } from './data-folder.ts';
import type { RecordValue } from './record-table.ts';

/** After a failed write, a change tries the folder again, but not earlier than this. */
const REPAIR_MS = 300;

export class DurableStore implements BoundedStore {
  readonly capacity: BoundedStore['capacity'];
  /** Runs before the last write. */
  lastWork = (): void => undefined;
  readonly #folder: DataFolder;
  readonly #memory: MemoryTable;
  readonly #listener: StoreListener;
  readonly #rows = new Map<string, Row>();
  /** The largest number or revision of an account. */
  #lastPlace = 0;
  readonly #batches: BatchQueue;
  /** The prefixes of records without an account. The next write deletes them. */
  readonly #garbage: string[];
  /** Whether nothing can be written. */
  #isBroken = false;
  /** The reason of the last failure. */
  #problem = '';
  #triedAt = -Infinity;
  #failures = 0;
  /** The number of the failure that lost changes of an account, by its name. */
  readonly #lostAt = new Map<string, number>();
  /** Whether the working copy has lost changes. */
  #isLost = false;
  /** Accounts of which the working copy has refused changes. */
  readonly #refused = new Set<string>();
  /** The records of lost batches that belong to no account. They are written again. */
  readonly #lostValues = new Map<string, RecordValue>();
  /** The last read or reopening of the folder. One runs at a time. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(folder: DataFolder, bounds: StoreBounds, listener: StoreListener) {
    this.#folder = folder;
    this.#listener = listener;
    this.#memory = new MemoryTable(bounds, {
      removed: (name) => {
        this.#remove(name);
        listener.removed(name);
      },
      evictedFrom: (account, changes) => {
        this.#change(account.name, changes);
        listener.evictedFrom(account, { ...changes });
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
    this.#garbage = [...folder.content.orphans];
    if (this.#garbage.length > 0) this.#batches.collect();
  }

  async enter(name: string, realNow: number): Promise<Account | undefined> {
    if (this.#isStale(name)) await this.#refresh([name]);
    return this.#memory.enter(name, realNow);
  }

  async commit(account: Account, changes: Changes): Promise<CommitResult> {
    const { name } = account;
    if (this.#rows.get(name)?.account !== account || this.#isStale(name)) return 'conflict';
    if (!changes.isDirty) return 'kept';
    if (!this.#isBroken) {
      this.#change(name, changes);
      return this.#memory.commit(account, changes);
    }
    // The decision has changed the working copy.
    this.#refused.add(name);
    await this.#repair();
    return 'conflict';
  }

  async replace(name: string, replacement: Replacement): Promise<CommitResult> {
    await this.#repair();
    const { after } = replacement;
    if (after === undefined) return this.#memory.replace(name, replacement);
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
      batch.change(row, noNames());
    } else this.#garbage.push(row.prefix);
    return result;
  }

  /** Writes all parts of an account but the last, which has the head. Other accounts are written in between. */
  async #stage(row: Row): Promise<readonly RecordChange[]> {
    const written = this.track();
    let last: readonly RecordChange[] = [];
    for (const part of inParts(allRecords(row.account, row.places))) {
      if (last.length > 0) {
        const batch = this.#batches.collect();
        addValues(batch, row, last);
        await batch.ended;
        await written();
      }
      last = part;
    }
    return last;
  }

  async list(): Promise<AccountList> {
    if (this.#isLost || this.#refused.size > 0) await this.#refresh([...this.#refused]);
    return this.#memory.list();
  }

  track(): WhenWritten {
    const before = this.#failures;
    return async (name) => {
      const row = name === undefined ? undefined : this.#rows.get(name);
      // An account that is not there may have been removed in the newest batch.
      await (row === undefined ? this.#batches.newest : row.batch)?.ended;
      const lostAt = name === undefined ? this.#failures : (this.#lostAt.get(name) ?? 0);
      if (lostAt > before) throw this.#unavailable();
    };
  }

  problem(): string | undefined {
    return this.#isBroken ? this.#problem : undefined;
  }

  /** Adds a value that belongs to no account. Throws while nothing can be written. */
  set(key: string, value: RecordValue): void {
    if (this.#isBroken) {
      this.#repair().catch(() => undefined);
      throw this.#unavailable();
    }
    this.#batches.collect().values.set(key, value);
  }

  async close(): Promise<void> {
    this.lastWork();
    await this.#batches.idle();
    await this.#reading;
    await this.#folder.close();
  }

  #change(name: string, changes: ChangedNames): void {
    const row = this.#rows.get(name);
    if (row !== undefined) this.#batches.collect().change(row, changes);
  }

  #remove(name: string): void {
    const row = this.#rows.get(name);
    if (row === undefined) return;
    this.#batches.collect().remove(row);
    this.#rows.delete(name);
  }

  async #write(batch: Batch): Promise<void> {
    const { texts, bytes } = this.#folder.content;
    await this.#folder.write(batch.records(), this.#rows.size + texts.size + bytes.size);
    for (const row of batch.changed.keys()) if (row.batch === batch) row.batch = undefined;
    for (const { prefix } of batch.removed) this.#garbage.push(prefix);
    // If this fails, the next start deletes the rest.
    for (const prefix of this.#garbage.splice(0)) await this.#folder.table.clear(prefix);
  }

  #giveUp(lost: readonly Batch[], cause: unknown): void {
    const { path } = this.#folder;
    this.#problem = systemProblem(path, cause)?.message ?? `${path} cannot be written: ${String(cause)}.`;
    this.#isBroken = true;
    this.#isLost = true;
    this.#failures += 1;
    this.#triedAt = performance.now();
    for (const { changed, removed, values } of lost) {
      for (const { account } of [...changed.keys(), ...removed]) this.#lostAt.set(account.name, this.#failures);
      // Parts of an account that is not there are not wanted any more.
      for (const [key, value] of values) if (!key.startsWith(ACCOUNTS)) this.#lostValues.set(key, value);
    }
  }

  #isStale(name: string): boolean {
    return this.#isLost || this.#refused.has(name);
  }

  /** Reads accounts from the folder: all accounts after a failed write, otherwise those with refused changes. */
  async #refresh(names: readonly string[]): Promise<void> {
    const read = (): Promise<void> =>
      this.#alone(async () => {
        if (this.#isLost) await this.#readAll();
        for (const name of names) if (this.#refused.has(name)) await this.#readAgain(name);
      });
    // The folder is closed if it could not be opened again.
    await read().catch(() => this.#repair());
  }

  async #readAll(): Promise<void> {
    const { rows } = await readAccounts(this.#folder.table);
    const before = [...this.#rows.keys()];
    this.#take(rows);
    this.#isLost = false;
    this.#refused.clear();
    for (const name of before) if (!this.#rows.has(name)) this.#listener.removed(name);
  }

  async #readAgain(name: string): Promise<void> {
    const row = this.#rows.get(name);
    const [read] = row === undefined ? [] : (await readAccounts(this.#folder.table, row.prefix)).rows;
    if (read === undefined) return this.#readAll();
    this.#rows.set(name, read);
    this.#memory.restore(name, read.account, Date.now());
    this.#refused.delete(name);
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
