/** Collects the changes of several commits in batches. Only one batch is written at a time. */

import type { Changes } from '../../domain/changes.ts';
import { HEAD_KEY, headRecord, recordChanges, type RecordChange } from '../account-records.ts';
import type { FolderAccount } from './account-rows.ts';
import type { RecordValue } from './record-table.ts';

/** An account that is open. */
export interface Row extends FolderAccount {
  /** The write of its newest changes. */
  written?: Promise<void>;
}

export class Batch {
  /** The records to write, by key, without the heads of changed accounts. */
  readonly values = new Map<string, RecordValue>();
  readonly #changed = new Set<Row>();
  /** The prefixes of leftover records, which are deleted after the write. */
  readonly garbage: string[] = [];
  /** Resolves when the batch is written. Rejects if it is lost. */
  readonly written: Promise<void>;
  end: (failure?: Error) => void = () => undefined;

  constructor() {
    this.written = new Promise((resolve, reject) => {
      this.end = (failure) => (failure === undefined ? resolve() : reject(failure));
    });
    // Without a handler, a failed batch that no request waits for would end the process.
    this.written.catch(() => undefined);
  }

  /** Adds the changes of an account. */
  change(row: Row, changes: Changes): void {
    this.add(row, recordChanges(row.account, row.places, changes));
    this.#changed.add(row);
    row.written = this.written;
  }

  /** Adds records of an account that is not open yet. */
  add({ prefix }: Row, records: readonly RecordChange[]): void {
    for (const [key, text] of records) this.values.set(prefix + key, text);
  }

  /** Adds the removal of an account. */
  remove(row: Row): void {
    this.#changed.delete(row);
    this.add(row, [[HEAD_KEY, undefined]]);
    this.garbage.push(row.prefix);
  }

  /** Returns all records of the batch. */
  records(): Map<string, RecordValue> {
    for (const row of this.#changed) this.add(row, [headRecord(row.account, row.places)]);
    return this.values;
  }
}

/** The most turns to wait for further changes. Clients that were answered together soon send their next requests. */
const MOST_TURNS = 8;
/** Captured when the module is loaded, because a test may replace timers later. */
const soon = setImmediate;

interface BatchWriter {
  write(batch: Batch): Promise<void>;
  /** Receives the failed batch, and the next batch if it has changes. Returns the error for their requests. */
  failed(lost: readonly Batch[], cause: unknown): Error;
}

export class BatchQueue {
  readonly #writer: BatchWriter;
  #collecting: Batch | undefined;
  #writing: Batch | undefined;
  #running: Promise<void> | undefined;
  /** The number of changes that have joined a batch. */
  #joined = 0;

  constructor(writer: BatchWriter) {
    this.#writer = writer;
  }

  /** Returns the batch for the next changes, which is written soon. */
  collect(): Batch {
    this.#joined += 1;
    this.#collecting ??= new Batch();
    this.#running ??= this.#run();
    return this.#collecting;
  }

  /** Returns the newest batch that is not yet written. */
  get newest(): Batch | undefined {
    return this.#collecting ?? this.#writing;
  }

  /** Resolves when all batches are written. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#collecting !== undefined) {
      await this.#quietTurn();
      // From here to the write, no commit may run, because the heads must have no later changes.
      const batch = this.#collecting;
      this.#collecting = undefined;
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

  /** Resolves after a turn in which no changes join the batch. */
  async #quietTurn(): Promise<void> {
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const before = this.#joined;
      await new Promise((resolve) => void soon(resolve));
      if (this.#joined === before) return;
    }
  }
}
