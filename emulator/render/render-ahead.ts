/**
 * Background work: clips are rendered before anybody asks for them, while their generations still run. It gives way to
 * clips that are asked for, and stops where nobody asks for any.
 */

import type { ClipPlan } from '../domain/clip-plan.ts';

/** One step of a clip: a segment. */
export type AheadStep = (signal: AbortSignal) => Promise<unknown>;

export interface RenderAheadOptions {
  /** The most clips that are made and that nobody has asked for; 0 for none. */
  readonly clips: number;
  /** Steps at once. */
  readonly concurrency: number;
  /** The steps of a clip; no step waits for another one. */
  readonly steps: (plan: ClipPlan) => readonly AheadStep[];
  /** The work after the last step. */
  readonly finish: (plan: ClipPlan, signal: AbortSignal) => Promise<unknown>;
}

interface Waiting {
  readonly plan: ClipPlan;
  readonly lifetime: AbortSignal;
}

/** Plans are small, but there may be a million creates. */
const MOST_WAITING = 64;

export class RenderAhead {
  readonly #options: RenderAheadOptions;
  readonly #closing = new AbortController();
  readonly #waiting: Waiting[] = [];
  /** Clips that were begun since somebody last asked for one. */
  #unasked = 0;
  #asking = 0;
  #resume: (() => void) | undefined = undefined;
  #quiet: Promise<void> = Promise.resolve();
  #working: Promise<void> | undefined = undefined;

  constructor(options: RenderAheadOptions) {
    this.#options = options;
  }

  /** Takes a clip on, or leaves it: enough wait already, or were made and never asked for. */
  begin(plan: () => ClipPlan, lifetime: AbortSignal): void {
    if (this.#options.clips === 0 || this.#waiting.length >= MOST_WAITING || this.#closing.signal.aborted) return;
    this.#waiting.push({ plan: plan(), lifetime });
    this.#pump();
  }

  /** Runs what somebody waits for. Meanwhile nothing else is begun. */
  async asked<T>(work: () => Promise<T>): Promise<T> {
    if (this.#asking === 0) this.#quiet = new Promise((resolve) => (this.#resume = resolve));
    this.#asking += 1;
    try {
      return await work();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) this.#resume?.();
      this.taken();
    }
  }

  /** Somebody has got a clip that was at hand. */
  taken(): void {
    if (this.#unasked === 0) return;
    this.#unasked = 0;
    this.#pump();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#resume?.();
    await this.#working;
  }

  #pump(): void {
    if (this.#waiting.length === 0 || this.#unasked >= this.#options.clips || this.#closing.signal.aborted) return;
    this.#working ??= this.#makeAll();
  }

  async #makeAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#unasked += 1;
      // Ignored here: the download will retry and report the error.
      await this.#make(next).catch(() => undefined);
      if (this.#unasked >= this.#options.clips) break;
    }
    this.#working = undefined;
  }

  async #make({ plan, lifetime }: Waiting): Promise<void> {
    const { steps, finish, concurrency } = this.#options;
    const signal = AbortSignal.any([lifetime, this.#closing.signal]);
    const left = [...steps(plan)];
    const work = async (): Promise<void> => {
      for (let step = left.shift(); step !== undefined; step = left.shift()) {
        await this.#quiet;
        signal.throwIfAborted();
        await step(signal);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work)).finally(() => (left.length = 0));
    await finish(plan, signal);
  }
}
