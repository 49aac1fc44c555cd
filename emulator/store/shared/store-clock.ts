/** The store's time as this replica knows it, so that the accounts' clocks agree on machines whose clocks do not. */

import type { StoreConnection } from './connection.ts';
import { COMMON, toTexts } from './replies.ts';

interface Sample {
  /** The store's milliseconds at zero of this process' monotonic clock. */
  readonly offset: number;
  readonly roundTripMs: number;
}

const FIRST_SAMPLES = 4;
/** The sample with the shortest round trip counts. Its error is at most half of this round trip. */
const MOST_SAMPLES = 8;
const SAMPLE_MS = 1000;
/** Time never goes back by less than this. If it goes back by more, the store has got another clock. */
const LARGEST_HOLD_MS = 1000;

export class StoreClock {
  readonly #connection: Pick<StoreConnection, 'send'>;
  readonly #timer: NodeJS.Timeout;
  #samples: Sample[] = [];
  #offset = Date.now() - performance.now();
  #last = 0;

  constructor(connection: Pick<StoreConnection, 'send'>) {
    this.#connection = connection;
    this.#timer = setInterval(() => void this.#sample().catch(() => undefined), SAMPLE_MS).unref();
  }

  /** Learns the time. */
  async open(): Promise<void> {
    for (let sample = 0; sample < FIRST_SAMPLES; sample += 1) await this.#sample();
  }

  /** Milliseconds since the epoch. */
  readonly now = (): number => {
    const now = Math.floor(this.precise());
    if (now >= this.#last || now <= this.#last - LARGEST_HOLD_MS) this.#last = now;
    return this.#last;
  };

  /** The same with fractions. */
  readonly precise = (): number => performance.now() + this.#offset;

  /** Forgets the samples: the store may be another one. */
  forget(): void {
    this.#samples = [];
    void this.open().catch(() => undefined);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #sample(): Promise<void> {
    const before = performance.now();
    const [seconds, micros] = toTexts(await this.#connection.send(COMMON.common, ['TIME']));
    const after = performance.now();
    const storeTime = Number(seconds) * 1000 + Number(micros) / 1000;
    const sample = { offset: storeTime - (before + after) / 2, roundTripMs: after - before };
    this.#samples = [...this.#samples, sample].slice(-MOST_SAMPLES);
    this.#offset = this.#samples.reduce((best, one) => (one.roundTripMs < best.roundTripMs ? one : best)).offset;
  }
}
