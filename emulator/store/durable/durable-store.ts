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
import { bodyRecords, noPlaces } from '../account-records.ts';
import { noNames, type ChangedNames } from '../changed-names.ts';
import { createMemoryTable, type MemoryTable, type StoreBounds, type StoreListener } from '../memory.ts';
import { inParts, isLarge } from '../record-parts.ts';
import { countRecords, placeAt, readAccounts } from './account-rows.ts';
import { BatchQueue } from './batch-queue.ts';
import { addChange, addLost, addRemoval, growthBy, newBatch, recordsOf, type Batch, type Row } from './batch.ts';
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
  /** The number of records of accounts in the folder. */
  #records = 0;
  readonly #batches: BatchQueue;
  /** Whether nothing can be written. */
  #isBroken = false;
  /** The reason of the last failure. */
  #problem = '';
  #triedAt = -Infinity;
  #failures = 0;
  /** The number of the failure that lost changes of an account, by its name. */
  readonly #lostAt = new Map<string, number>();
  /** Accounts whose working copy is not what is in the folder. */
  readonly #stale = new Set<string>();
  /** The records that lost batches may have changed in the folder. */
  #redo = newBatch();
  /** The last read or reopening of the folder. One runs at a time. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(folder: DataFolder, bounds: StoreBounds, listener: StoreListener) {
    this.#folder = folder;
    this.#listener = listener;
    this.#memory = createMemoryTable(bounds, {
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
    const { capacity } = this.#memory;
    this.capacity = {
      ...capacity,
      evictElsewhere: async (realNow) => {
        await this.#repair();
        return capacity.evictElsewhere(realNow);
      },
    };
    for (const row of folder.content.accounts.splice(0)) {
      this.#rows.set(row.account.name, row);
      this.#memory.restore(row.account.name, row.account, Date.now());
      this.#records += row.written;
      this.#lastPlace = Math.max(this.#lastPlace, row.number, row.revision);
    }
    for (const prefix of folder.content.orphans) this.#clear(prefix);
  }

  async enter(name: string, realNow: number): Promise<Account | undefined> {
    if (this.#stale.size > 0) await this.#refresh(name);
    return this.#memory.enter(name, realNow);
  }

  async commit(account: Account, changes: Changes): Promise<CommitResult> {
    const { name } = account;
    if (this.#rows.get(name)?.account !== account || this.#stale.has(name)) return 'conflict';
    if (!changes.isDirty) return 'kept';
    if (this.#isBroken) {
      // The decision has changed the working copy.
      this.#stale.add(name);
      await this.#repair();
      return 'conflict';
    }
    const result = this.#memory.commit(account, changes);
    if (result === 'kept') this.#change(name, changes);
    return result;
  }

  async replace(name: string, replacement: Replacement): Promise<CommitResult> {
    await this.#repair();
    await this.#refresh(name);
    const { after } = replacement;
    if (after === undefined) return this.#memory.replace(name, replacement);
    this.#lastPlace += 1;
    const revision = this.#lastPlace;
    const number = this.#rows.get(name)?.number ?? revision;
    const row: Row = { ...placeAt(number, revision), account: after, places: noPlaces(), written: 0 };
    const isStaged = isLarge(after);
    if (isStaged) await this.#stage(row);
    // Others may have had their turn meanwhile.
    const isCurrent = !this.#isBroken && !this.#stale.has(name);
    const result = isCurrent ? this.#memory.replace(name, replacement) : 'conflict';
    if (result === 'kept') this.#place(row, isStaged ? noNames() : undefined);
    else if (isStaged) this.#clear(row.prefix);
    return result;
  }

  /** Writes a large account in parts, without its head, so that other accounts are written in between. */
  async #stage(row: Row): Promise<void> {
    const written = this.track();
    for (const part of inParts(bodyRecords(row.account, row.places))) {
      const batch = this.#batches.collect();
      for (const [key, text] of part) batch.values.set(row.prefix + key, text);
      await batch.ended;
      await written();
    }
  }

  #place(row: Row, names: ChangedNames | undefined): void {
    const { name } = row.account;
    this.#remove(name);
    this.#rows.set(name, row);
    row.batch = this.#batches.collect();
    row.batch.changed.set(row, names);
  }

  async list(): Promise<AccountList> {
    for (const name of this.#stale) await this.#refresh(name);
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
    if (row === undefined) return;
    row.batch = this.#batches.collect();
    addChange(row.batch, row, changes);
  }

  #remove(name: string): void {
    const row = this.#rows.get(name);
    if (row === undefined) return;
    addRemoval(this.#batches.collect(), row);
    this.#rows.delete(name);
    this.#stale.delete(name);
  }

  async #write(batch: Batch): Promise<void> {
    const { changed, removed } = batch;
    const { texts, bytes } = this.#folder.content;
    const records = this.#records + growthBy(batch);
    const counts = [...changed.keys()].map((row) => [row, countRecords(row.account)] as const);
    await this.#folder.write(recordsOf(batch), records + texts.size + bytes.size);
    this.#records = records;
    for (const [row, count] of counts) {
      row.written = count;
      if (row.batch === batch) row.batch = undefined;
    }
    for (const row of removed) this.#clear(row.prefix);
  }

  /** Deletes the records of an account that is gone. If this fails, the next start deletes them. */
  #clear(prefix: string): void {
    this.#folder.table.clear(prefix).catch((cause: unknown) => this.#giveUp([], cause));
  }

  /** Takes back the changes of lost batches. */
  #giveUp(lost: readonly Batch[], cause: unknown): void {
    const { path } = this.#folder;
    this.#problem = systemProblem(path, cause)?.message ?? `${path} cannot be written: ${String(cause)}.`;
    this.#isBroken = true;
    this.#failures += 1;
    this.#triedAt = performance.now();
    for (const batch of lost) {
      addLost(this.#redo, batch);
      for (const row of [...batch.changed.keys(), ...batch.removed]) this.#takeBack(row);
    }
  }

  /** Makes an account stale if the folder has it, and removes it otherwise. */
  #takeBack(row: Row): void {
    const { name } = row.account;
    this.#lostAt.set(name, this.#failures);
    if (row.written > 0) {
      this.#rows.set(name, row);
      this.#memory.restore(name, row.account, Date.now());
      this.#stale.add(name);
    } else if (this.#rows.get(name) === row) {
      this.#rows.delete(name);
      this.#memory.restore(name, undefined, Date.now());
      this.#listener.removed(name);
    }
  }

  /** Reads a stale account from the folder. */
  async #refresh(name: string): Promise<void> {
    if (!this.#stale.has(name)) return;
    try {
      await this.#alone(() => this.#readAgain(name));
    } catch {
      // The folder is closed if it could not be opened again.
      await this.#repair();
      await this.#alone(() => this.#readAgain(name));
    }
  }

  async #readAgain(name: string): Promise<void> {
    const row = this.#rows.get(name);
    if (row === undefined || !this.#stale.has(name)) return;
    const { rows } = await readAccounts(this.#folder.table, row.prefix);
    if (this.#rows.get(name) !== row) return;
    // A lost removal may have reached the folder and deleted the head. The working copy is still there.
    const [read = row] = rows;
    row.account = read.account;
    row.places = read.places;
    this.#memory.restore(name, row.account, Date.now());
    this.#stale.delete(name);
  }

  /** Opens the folder again after a failed write. LevelDB could not read what follows such a write in the same file. */
  async #repair(): Promise<void> {
    if (!this.#isBroken) return;
    await this.#alone(async () => {
      if (!this.#isBroken) return;
      if (performance.now() - this.#triedAt < REPAIR_MS) throw this.#unavailable();
      this.#triedAt = performance.now();
      await this.#folder.table.reopen();
      for (const name of this.#stale) await this.#readAgain(name);
      this.#isBroken = false;
      addLost(this.#batches.collect(), this.#redo);
      this.#redo = newBatch();
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
