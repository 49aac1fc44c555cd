/** Estimates the time of the store, so that accounts have the same time on machines with different clocks. */

import type { StoreConnection } from './connection.ts';
import { COMMON, toTexts } from './replies.ts';

interface Sample {
  /** The time of the store in milliseconds when this process's monotonic clock was zero. */
  readonly offset: number;
  readonly roundTripMs: number;
}

/** The number of samples. The sample with the shortest round trip is used. Its error is at most half of that. */
const MOST_SAMPLES = 8;
/** The largest step back that the clock hides. A larger step means that the store has another clock. */
const LARGEST_HOLD_MS = 1000;

export class StoreClock {
  readonly #connection: Pick<StoreConnection, 'send'>;
  #samples: Sample[] = [];
  #offset = Date.now() - performance.now();
  #last = 0;

  constructor(connection: Pick<StoreConnection, 'send'>) {
    this.#connection = connection;
  }

  /** Returns milliseconds since the epoch. */
  readonly now = (): number => {
    const now = Math.floor(this.precise());
    if (now >= this.#last || now <= this.#last - LARGEST_HOLD_MS) this.#last = now;
    return this.#last;
  };

  /** Returns milliseconds since the epoch, with fractions. */
  readonly precise = (): number => performance.now() + this.#offset;

  /** Takes a sample. Drops the samples that contradict it, because the store has another clock now. */
  async sample(): Promise<void> {
    const before = performance.now();
    const [seconds, micros] = toTexts(await this.#connection.send(COMMON.common, ['TIME']));
    const roundTripMs = performance.now() - before;
    const offset = Number(seconds) * 1000 + Number(micros) / 1000 - before - roundTripMs / 2;
    const agreeing = this.#samples.filter((other) => {
      return Math.abs(other.offset - offset) <= (other.roundTripMs + roundTripMs) / 2;
    });
    this.#samples = [...agreeing, { offset, roundTripMs }].slice(-MOST_SAMPLES);
    this.#offset = this.#samples.reduce((best, one) => (one.roundTripMs < best.roundTripMs ? one : best)).offset;
  }
}
