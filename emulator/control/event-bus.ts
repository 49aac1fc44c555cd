/**
 * Publishes events to subscribers. The bus keeps the last events for all subscribers. A subscriber that is too slow
 * gets the number of events that it lost. No request waits for a subscriber.
 */

import { randomUUID } from 'node:crypto';
import {
  EventStream,
  lostText,
  MOST_EVENTS_KEPT,
  type EventSource,
  type EventSubscription,
  type NumberedEvent,
  type PublishedEvent,
  type RequestEvent,
  type Summary,
} from './event-stream.ts';

export interface EventBus {
  /** Returns whether the account has a subscriber. Without a subscriber, no events need to be created. */
  hasListener(account: string | null): boolean;
  publish(event: PublishedEvent | RequestEvent): void;
  /** Returns whether the maximum number of subscribers is reached. */
  isFull(): boolean;
  /** Subscribes to future events. Returns the text of server-sent events. */
  listen(subscription: EventSubscription): AsyncIterableIterator<string>;
  /** Ends all subscriptions. */
  close(): void;
}

/** The time for which events are kept for a client whose connection broke. */
export const RESUME_MS = 30_000;
export const MOST_SUBSCRIBERS = 500;
/** Creates a bus without subscribers. */
export function createEventBus(): EventBus {
  const ring = new Ring();
  return {
    hasListener: (account) => ring.hasListener(account),
    publish: (event) => ring.publish(event),
    isFull: () => ring.isFull(),
    listen: (subscription) => ring.listen(subscription),
    close: () => ring.close(),
  };
}

class Ring implements EventSource {
  /** A part of all event ids, so that ids of other processes are recognized. */
  readonly #process = randomUUID().slice(0, 8);
  readonly #streams = new Set<EventStream>();
  #events: NumberedEvent[] = [];
  #last = 0;
  /** The number of resumable clients that are connected or may reconnect. */
  #resumable = 0;
  #isWaking = false;

  get last(): number {
    return this.#last;
  }

  hasListener(account: string | null): boolean {
    if (this.#resumable > 0) return true;
    for (const stream of this.#streams) if (stream.wantsAccount(account)) return true;
    return false;
  }

  publish(event: PublishedEvent | RequestEvent): void {
    this.#last += 1;
    const numbered: NumberedEvent = { number: this.#last, event, text: undefined };
    this.#events.push(numbered);
    // Many events are dropped together, because moving the rest costs the same for one as for all.
    if (this.#events.length >= 2 * MOST_EVENTS_KEPT) this.#drop(MOST_EVENTS_KEPT);
    for (const stream of this.#streams) {
      if (!stream.wants(event)) continue;
      // The text is made now, because the entry may be evicted before the subscriber reads it.
      if (stream.isPrompt) numbered.text ??= this.textOf(numbered, stream.summary);
      stream.isBehind = true;
    }
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => this.#wake());
  }

  #wake(): void {
    this.#isWaking = false;
    for (const stream of this.#streams) stream.notify();
  }

  isFull(): boolean {
    return this.#streams.size >= MOST_SUBSCRIBERS;
  }

  listen(subscription: EventSubscription): EventStream {
    const { signal, after, isResumable = false } = subscription;
    const stream = new EventStream(subscription, this, () => this.#remove(stream, isResumable));
    this.#streams.add(stream);
    if (isResumable) this.#resumable += 1;
    if (after !== undefined) this.#resume(stream, after);
    if (signal.aborted) stream.end();
    else signal.addEventListener('abort', () => stream.end(), { once: true });
    return stream;
  }

  close(): void {
    for (const stream of this.#streams) stream.end();
  }

  after(number: number): readonly NumberedEvent[] {
    const skipped = number + 1 - (this.#events[0]?.number ?? 0);
    return skipped <= 0 ? this.#events : this.#events.slice(skipped);
  }

  textOf({ number, event }: NumberedEvent, summary: Summary | undefined): string | undefined {
    const full = 'data' in event ? event : withSummary(event, summary?.(event.reference));
    if (full === undefined) return undefined;
    const { type, account, at, data } = full;
    return `id: ${this.#process}-${number}\nevent: ${type}\ndata: ${JSON.stringify({ account, at, ...data })}\n\n`;
  }

  #drop(count: number): void {
    const dropped = this.#events.splice(0, count);
    for (const stream of this.#streams) stream.lose(dropped);
  }

  #remove(stream: EventStream, isResumable: boolean): void {
    this.#streams.delete(stream);
    if (!isResumable) return this.#clearIfUnused();
    setTimeout(() => {
      this.#resumable -= 1;
      this.#clearIfUnused();
    }, RESUME_MS).unref();
  }

  #clearIfUnused(): void {
    if (this.#resumable === 0 && this.#streams.size === 0) this.#events = [];
  }

  #resume(stream: EventStream, after: string): void {
    const [process, text = ''] = after.split('-');
    const number = Number(text);
    if (process !== this.#process || !Number.isSafeInteger(number)) return stream.write(lostText(null));
    const first = this.#events[0]?.number ?? this.#last + 1;
    stream.resume(number, Math.max(0, first - number - 1));
  }
}

function withSummary(
  { type, account }: RequestEvent,
  summary: { readonly at: string } | undefined,
): PublishedEvent | undefined {
  return summary && { type, account, at: summary.at, data: { ...summary } };
}
