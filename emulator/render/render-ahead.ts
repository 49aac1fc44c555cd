/**
 * Renders clips in the background while their generations still run, one clip after the other. Rendering pauses if no
 * client requests any clip.
 */

import type { ClipPlan } from '../domain/clip-plan.ts';

export interface RenderAheadOptions {
  /** The maximum number of clips that are rendered before a client requests one. 0 turns rendering ahead off. */
  readonly clips: number;
  readonly render: (plan: ClipPlan, signal: AbortSignal) => Promise<unknown>;
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

  /** Notes that a client received a clip. */
  taken(): void {
    this.#unasked = 0;
    this.#pump();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#working;
  }

  #next(): Waiting | undefined {
    const isPaused = this.#unasked >= this.#options.clips || this.#closing.signal.aborted;
    return isPaused ? undefined : this.#waiting.shift();
  }

  #pump(): void {
    if (this.#working !== undefined) return;
    const next = this.#next();
    if (next !== undefined) this.#working = this.#renderFrom(next);
  }

  async #renderFrom(first: Waiting): Promise<void> {
    for (let next: Waiting | undefined = first; next !== undefined; next = this.#next()) {
      this.#unasked += 1;
      const signal = AbortSignal.any([next.lifetime, this.#closing.signal]);
      // The error is ignored here, because a download renders the clip again and reports the error.
      await this.#options.render(next.plan, signal).catch(() => undefined);
    }
    this.#working = undefined;
  }
}
