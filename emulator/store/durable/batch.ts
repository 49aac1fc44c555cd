/** Collects the changes of several commits in batches. Only one batch is written at a time. */

import type { Changes } from '../../domain/changes.ts';
import { HEAD_KEY, headRecord, recordChanges, type RecordChange } from '../account-records.ts';
import type { Row } from './account-rows.ts';
import type { RecordValue } from './record-table.ts';

export class Batch {
  /** The records to write, by key, without the heads of changed accounts. */
  readonly values = new Map<string, RecordValue>();
  readonly #changed = new Set<Row>();
  /** The prefixes of leftover records, which are deleted after the write. */
  readonly garbage: string[] = [];
  /** Resolves when the batch is written. Rejects if it is lost. */
  written: Promise<void> = Promise.resolve();

  /** Adds the changes of an account. */
  change(row: Row, changes: Changes): void {
    this.add(row, recordChanges(row.account, row.places, changes));
    this.#changed.add(row);
  }

  /** Adds records of an account. */
  add(row: Row, records: readonly RecordChange[]): void {
    for (const [key, text] of records) this.values.set(row.prefix + key, text);
    row.written = this.written;
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

/** Captured when the module is loaded, because a test may replace timers later. */
const soon = setImmediate;

interface BatchWriter {
  write(batch: Batch): Promise<void>;
  /** Receives a batch that was not written. Returns the error for its requests. */
  failed(batch: Batch, cause: unknown): Error;
}

export class BatchQueue {
  readonly #writer: BatchWriter;
  #collecting: Batch | undefined;
  /** The newest batch, until it is written or lost. */
  newest: Batch | undefined;

  constructor(writer: BatchWriter) {
    this.#writer = writer;
  }

  /** Returns the batch for the next changes, which is written soon. */
  collect(): Batch {
    return (this.#collecting ??= this.#begin());
  }

  #begin(): Batch {
    const batch = new Batch();
    batch.written = this.#write(batch, this.newest?.written);
    // Without a handler, a failed batch that no request waits for would end the process.
    batch.written.catch(() => undefined);
    this.newest = batch;
    return batch;
  }

  /** Writes a batch. If the earlier batch is lost, this batch is lost, too. */
  async #write(batch: Batch, earlier: Promise<void> | undefined): Promise<void> {
    try {
      await earlier;
      // The other commits of this turn join the batch. Waiting for further turns saves no time (`bench:stores`).
      await new Promise((resolve) => void soon(resolve));
      // From here to the write, no commit may run, because the heads must have no later changes.
      this.#collecting = undefined;
      await this.#writer.write(batch);
    } catch (cause) {
      throw this.#writer.failed(batch, cause);
    } finally {
      if (this.#collecting === batch) this.#collecting = undefined;
      if (this.newest === batch) this.newest = undefined;
    }
  }
}
