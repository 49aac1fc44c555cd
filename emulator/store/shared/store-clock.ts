/** Estimates the time of the store, so that accounts have the same time on machines with different clocks. */

import type { StoreConnection } from './connection.ts';
import { COMMON, toTexts } from './replies.ts';

interface Sample {
  /** The time of the store in milliseconds when this process's monotonic clock was zero. */
  readonly offset: number;
  readonly roundTripMs: number;
}

const FIRST_SAMPLES = 4;
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

  /** Takes the first samples. */
  async open(): Promise<void> {
    for (let sample = 0; sample < FIRST_SAMPLES; sample += 1) await this.sample();
  }

  /** Returns milliseconds since the epoch. */
  readonly now = (): number => {
    const now = Math.floor(this.precise());
    if (now >= this.#last || now <= this.#last - LARGEST_HOLD_MS) this.#last = now;
    return this.#last;
  };

  /** Returns milliseconds since the epoch, with fractions. */
  readonly precise = (): number => performance.now() + this.#offset;

  /** Forgets the samples, because the store may be another one. */
  forget(): void {
    this.#samples = [];
    this.open().catch(() => undefined);
  }

  /** Takes a sample. */
  async sample(): Promise<void> {
    const before = performance.now();
    const [seconds, micros] = toTexts(await this.#connection.send(COMMON.common, ['TIME']));
    const roundTripMs = performance.now() - before;
    const offset = Number(seconds) * 1000 + Number(micros) / 1000 - before - roundTripMs / 2;
    this.#samples = [...this.#samples, { offset, roundTripMs }].slice(-MOST_SAMPLES);
    this.#offset = this.#samples.reduce((best, one) => (one.roundTripMs < best.roundTripMs ? one : best)).offset;
  }
}
