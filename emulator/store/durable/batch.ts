/** Batches of changes: the changes of several commits are written together, and one batch at a time. */

import { noChanges } from '../../domain/changes.ts';
import { addNames, HEAD_KEY, recordChanges, type ChangedNames } from '../account-records.ts';
import type { FolderAccount } from './account-rows.ts';
import type { RecordValue } from './record-table.ts';

/** An account that is open. */
export interface Row extends FolderAccount {
  /** The batch that writes its newest changes. */
  batch?: Batch | undefined;
}

export class Batch {
  readonly changed = new Map<Row, ChangedNames>();
  /** Other records by key. */
  readonly values = new Map<string, RecordValue>();
  /** The prefixes of records without an account. They are deleted after the write. */
  readonly garbage: string[] = [];
  /** Resolves when the batch is written. Rejects if it is lost. */
  readonly written: Promise<void>;
  end: (failure?: Error) => void = () => undefined;

  constructor() {
    this.written = new Promise((resolve, reject) => {
      this.end = (failure) => (failure === undefined ? resolve() : reject(failure));
    });
    // A batch may have no request that waits for it.
    this.written.catch(() => undefined);
  }

  /** Adds changes of an account. */
  change(row: Row, changes: ChangedNames): void {
    const names = this.changed.get(row) ?? noChanges();
    addNames(names, changes);
    this.changed.set(row, names);
    row.batch = this;
  }

  /** Adds the removal of an account. */
  remove(row: Row): void {
    this.changed.delete(row);
    this.values.set(row.prefix + HEAD_KEY, undefined);
    this.garbage.push(row.prefix);
  }

  /** The records of the batch. An account that was changed often is written once, in its present state. */
  records(): Map<string, RecordValue> {
    const records = new Map(this.values);
    for (const [{ account, places, prefix }, names] of this.changed) {
      for (const [key, text] of recordChanges(account, places, names)) records.set(prefix + key, text);
    }
    return records;
  }
}

/** Clients that were answered together send their next requests within a few turns. */
const MOST_TURNS = 8;
/** Captured when the module is loaded, because a test may replace timers later. */
const soon = setImmediate;

interface BatchWriter {
  write(batch: Batch): Promise<void>;
  /** Receives the batch that was not written, and the next batch if changes have joined it. Returns their error. */
  failed(lost: readonly Batch[], cause: unknown): Error;
}

export class BatchQueue {
  readonly #writer: BatchWriter;
  #collecting: Batch | undefined;
  #writing: Batch | undefined;
  #running: Promise<void> | undefined;
  /** How often changes joined a batch. */
  #joined = 0;

  constructor(writer: BatchWriter) {
    this.#writer = writer;
  }

  /** The batch that the next changes join. It is written soon. */
  collect(): Batch {
    this.#joined += 1;
    this.#collecting ??= new Batch();
    this.#running ??= this.#run();
    return this.#collecting;
  }

  /** The newest batch that is not written yet. */
  get newest(): Batch | undefined {
    return this.#collecting ?? this.#writing;
  }

  /** Resolves when every batch is written. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let batch = await this.#nextBatch(); batch !== undefined; batch = await this.#nextBatch()) {
      this.#writing = batch;
      try {
        await this.#writer.write(batch);
      } catch (cause) {
        const lost = this.#collecting === undefined ? [batch] : [batch, this.#collecting];
        this.#collecting = undefined;
        const failure = this.#writer.failed(lost, cause);
        for (const one of lost) one.end(failure);
      }
      this.#writing = undefined;
      batch.end();
    }
    this.#running = undefined;
  }

  /** Waits for a turn in which nothing joins the batch. */
  async #nextBatch(): Promise<Batch | undefined> {
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const before = this.#joined;
      await new Promise((resolve) => void soon(resolve));
      if (this.#joined === before) break;
    }
    const batch = this.#collecting;
    this.#collecting = undefined;
    return batch;
  }
}
