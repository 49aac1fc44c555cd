/**
 * Publishes events to subscribers. The bus keeps the last events for all of them. A subscriber that falls further
 * behind gets the number of the events that it lost; no one waits for it.
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
  /** Whether the account has a subscriber. Without one, no event need be made. */
  hasListener(account: string | null): boolean;
  publish(event: PublishedEvent | RequestEvent): void;
  /** Whether the maximum number of subscribers is reached. */
  isFull(): boolean;
  /** Subscribes to future events, as text of server-sent events. */
  listen(subscription: EventSubscription): AsyncIterableIterator<string>;
  /** Ends all subscriptions. */
  close(): void;
}

/** How long events are kept for a client whose connection broke. */
export const RESUME_MS = 30_000;
export const MOST_SUBSCRIBERS = 500;
/** A bus without subscribers. */
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
  /** Ids contain it, so that no id of another process is mistaken for one of this process. */
  readonly #process = randomUUID().slice(0, 8);
  readonly #streams = new Set<EventStream>();
  #events: NumberedEvent[] = [];
  #last = 0;
  /** How many resumable clients are connected, or may come back. */
  #held = 0;
  #isWaking = false;

  get last(): number {
    return this.#last;
  }

  hasListener(account: string | null): boolean {
    if (this.#held > 0) return true;
    for (const stream of this.#streams) if (stream.hearsAccount(account)) return true;
    return false;
  }

  publish(event: PublishedEvent | RequestEvent): void {
    this.#last += 1;
    const numbered: NumberedEvent = { number: this.#last, event, text: undefined };
    this.#events.push(numbered);
    // Many are dropped at once: to move the others costs as much for one as for all.
    if (this.#events.length >= 2 * MOST_EVENTS_KEPT) this.#drop(MOST_EVENTS_KEPT);
    for (const stream of this.#streams) {
      if (!stream.hears(event)) continue;
      // Now, because the entry may be evicted before the subscriber reads.
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
    const stream = new EventStream(subscription, this, () => this.#leave(stream, isResumable));
    this.#streams.add(stream);
    if (isResumable) this.#held += 1;
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

  #leave(stream: EventStream, isResumable: boolean): void {
    this.#streams.delete(stream);
    if (!isResumable) return this.#forget();
    setTimeout(() => {
      this.#held -= 1;
      this.#forget();
    }, RESUME_MS).unref();
  }

  #forget(): void {
    if (this.#held === 0 && this.#streams.size === 0) this.#events = [];
  }

  #resume(stream: EventStream, after: string): void {
    const [process, text = ''] = after.split('-');
    const number = Number(text);
    if (process !== this.#process || !Number.isSafeInteger(number)) return stream.say(lostText(null));
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
