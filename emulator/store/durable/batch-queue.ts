/** Collects changes in batches, and writes one batch at a time. */

import { newBatch, type Batch } from './batch.ts';

/** Clients that were answered together send their next requests within a few turns. */
const MOST_TURNS = 8;
/** Captured when the module is loaded, because a test may replace timers later. */
const soon = setImmediate;

interface BatchWriter {
  write(batch: Batch): Promise<void>;
  /** Receives the batch that could not be written, and the next batch if changes have joined it. */
  failed(lost: readonly Batch[], cause: unknown): void;
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
    this.#collecting ??= newBatch();
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
      const failure = await this.#writer.write(batch).then(
        () => undefined,
        (cause: unknown) => ({ cause }),
      );
      if (failure !== undefined) this.#giveUp(batch, failure.cause);
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

  #giveUp(batch: Batch, cause: unknown): void {
    const next = this.#collecting;
    this.#collecting = undefined;
    this.#writer.failed(next === undefined ? [batch] : [batch, next], cause);
    next?.end();
  }
}
