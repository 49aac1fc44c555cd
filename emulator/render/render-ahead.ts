/**
 * Renders clips in the background while their generations still run. Requested clips have priority. Rendering pauses if
 * no client requests any clip.
 */

import type { ClipPlan } from '../domain/clip-plan.ts';

/** A step that makes one segment of a clip. */
export type AheadStep = (signal: AbortSignal) => Promise<unknown>;

export interface RenderAheadOptions {
  /** The maximum number of clips that are rendered before a client requests one. 0 turns rendering ahead off. */
  readonly clips: number;
  /** The number of steps that run at the same time. */
  readonly concurrency: number;
  /** Returns the steps of a clip. No step waits for another step. */
  readonly steps: (plan: ClipPlan) => readonly AheadStep[];
  /** The work after the last step. */
  readonly finish: (plan: ClipPlan, signal: AbortSignal) => Promise<unknown>;
}

interface Waiting {
  readonly plan: ClipPlan;
  readonly lifetime: AbortSignal;
}

/** Waiting plans are limited, because there may be a million creates. */
const MOST_WAITING = 64;

export class RenderAhead {
  readonly #options: RenderAheadOptions;
  readonly #closing = new AbortController();
  readonly #waiting: Waiting[] = [];
  /** The number of clips that were started since a client last requested one. */
  #unasked = 0;
  #asking = 0;
  #resume: (() => void) | undefined = undefined;
  #quiet: Promise<void> = Promise.resolve();
  #working: Promise<void> | undefined = undefined;

  constructor(options: RenderAheadOptions) {
    this.#options = options;
  }

  /** Queues a clip, unless the queue is full. */
  begin(plan: () => ClipPlan, lifetime: AbortSignal): void {
    if (this.#options.clips === 0 || this.#waiting.length >= MOST_WAITING || this.#closing.signal.aborted) return;
    this.#waiting.push({ plan: plan(), lifetime });
    this.#pump();
  }

  /** Runs the work of a request. No background step starts in the meantime. */
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

  /** Notes that a client received a finished clip. */
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
      // The error is ignored here, because a download renders the clip again and reports the error.
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
