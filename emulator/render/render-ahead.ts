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
  #rendering: Promise<unknown> | undefined;

  constructor(options: RenderAheadOptions) {
    this.#options = options;
  }

  /** Queues a clip, unless the queue is full. */
  begin(plan: () => ClipPlan, lifetime: AbortSignal): void {
    if (this.#options.clips === 0 || this.#waiting.length >= MOST_WAITING || this.#closing.signal.aborted) return;
    this.#waiting.push({ plan: plan(), lifetime });
    void this.#pump();
  }

  /** Notes that a client received a clip. */
  taken(): void {
    this.#unasked = 0;
    void this.#pump();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#rendering;
  }

  async #pump(): Promise<void> {
    while (this.#rendering === undefined && this.#unasked < this.#options.clips && !this.#closing.signal.aborted) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#unasked += 1;
      const signal = AbortSignal.any([next.lifetime, this.#closing.signal]);
      // The error is ignored here, because a download renders the clip again and reports the error.
      this.#rendering = this.#options.render(next.plan, signal).catch(() => undefined);
      await this.#rendering;
      this.#rendering = undefined;
    }
  }
}
