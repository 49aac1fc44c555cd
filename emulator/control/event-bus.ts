/** Publishes events to subscribers. A slow one loses the oldest events and gets their number; no one waits for it. */

import { randomUUID } from 'node:crypto';
import { EventQueue, eventText, type NumberedEvent, type QueueOptions, type Summary } from './event-queue.ts';
import type { PublishedEvent, RequestEvent } from './published-event.ts';

export interface EventSubscription extends QueueOptions {
  /** Ends the subscription. */
  readonly signal: AbortSignal;
  /** The id of the last event that this client has; what came after it is sent first. */
  readonly after?: string | undefined;
  /** Whether events are kept for this client when its connection breaks, for half a minute. */
  readonly isResumable?: boolean;
}

export interface EventBus {
  /** Whether the account has a subscriber; without one, no event need be made. */
  hasListener(account: string | null): boolean;
  publish(event: PublishedEvent | RequestEvent): void;
  /** Whether there are as many subscribers as there may be. */
  isFull(): boolean;
  /** Subscribes: the events from now on, as text of server-sent events. */
  listen(listening: EventSubscription): AsyncIterableIterator<string>;
  /** Ends all subscriptions. */
  close(): void;
}

/** How long events are kept for a client whose connection broke. */
export const RESUME_MS = 30_000;
export const MOST_SUBSCRIBERS = 500;
const MOST_KEPT = 1000;
/** Each takes a write to a socket. */
const WOKEN_PER_TURN = 32;

/** A bus without subscribers. */
export function createEventBus(): EventBus {
  const queues = new Set<EventQueue>();
  const kept = new KeptEvents();
  const wakeUp = new WakeUp();
  const requests = new RequestTexts();
  return {
    hasListener: (account) => {
      if (kept.isOn) return true;
      for (const queue of queues) if (queue.hears(account)) return true;
      return false;
    },
    publish: (event) => {
      const numbered = kept.number(event);
      const hearing = Array.from(queues).filter((queue) => queue.hears(event.account));
      // Once for all, and now: by the time that a queue is woken the entry may be gone.
      const prompt = hearing.find((queue) => queue.isPrompt && queue.summary !== undefined);
      if (prompt !== undefined) numbered.text ??= requests.textOf(numbered, prompt.summary);
      for (const queue of hearing) queue.push(numbered);
    },
    isFull: () => queues.size >= MOST_SUBSCRIBERS,
    listen: (subscription) => {
      const { signal, after, isResumable = false } = subscription;
      const queue = new EventQueue(subscription, {
        due: (news) => wakeUp.add(news),
        requestText: (event, summary) => requests.textOf(event, summary),
        ended: (gone) => {
          queues.delete(gone);
          if (isResumable) kept.releaseLater();
        },
      });
      queues.add(queue);
      if (isResumable) kept.hold();
      if (after !== undefined) kept.resume(queue, after);
      if (signal.aborted) queue.end();
      else signal.addEventListener('abort', () => queue.end(), { once: true });
      return queue;
    },
    close: () => {
      for (const queue of queues) queue.end();
    },
  };
}

/** Wakes a few queues in each turn of the event loop. What comes until it is their turn leaves in the same write. */
class WakeUp {
  readonly #due = new Set<EventQueue>();

  add(queue: EventQueue): void {
    if (this.#due.size === 0) setImmediate(() => this.#wakeSome());
    this.#due.add(queue);
  }

  #wakeSome(): void {
    let woken = 0;
    for (const queue of this.#due) {
      this.#due.delete(queue);
      queue.wake();
      woken += 1;
      if (woken === WOKEN_PER_TURN) break;
    }
    if (this.#due.size > 0) setImmediate(() => this.#wakeSome());
  }
}

/** Texts of requests, each written once for all queues that are woken in one turn: later there may be more to say. */
class RequestTexts {
  readonly #texts = new Map<NumberedEvent, string | undefined>();

  textOf(numbered: NumberedEvent, summary: Summary | undefined): string | undefined {
    if (this.#texts.has(numbered)) return this.#texts.get(numbered);
    if (this.#texts.size === 0) setImmediate(() => this.#texts.clear());
    const text = requestText(numbered, summary);
    this.#texts.set(numbered, text);
    return text;
  }
}

function requestText({ process, number, event }: NumberedEvent, summary: Summary | undefined): string | undefined {
  const short = 'reference' in event ? summary?.(event.reference) : undefined;
  if (short === undefined) return undefined;
  const { type, account } = event;
  return eventText(`${process}-${number}`, { type, account, at: short.at, data: { ...short } });
}

/** Numbers events, and keeps the latest for as long as a client may come back for them. */
class KeptEvents {
  /** Of another process, or of this one before it was started again, nothing is kept. */
  readonly #process = randomUUID().slice(0, 8);
  #number = 0;
  #holders = 0;
  #events: NumberedEvent[] = [];

  get isOn(): boolean {
    return this.#holders > 0;
  }

  number(event: PublishedEvent | RequestEvent): NumberedEvent {
    this.#number += 1;
    const [process, number] = [this.#process, this.#number];
    const text = 'data' in event ? eventText(`${process}-${number}`, event) : undefined;
    const numbered = { process, number, event, text };
    if (this.isOn && this.#events.push(numbered) > 2 * MOST_KEPT) this.#events = this.#events.slice(-MOST_KEPT);
    return numbered;
  }

  hold(): void {
    this.#holders += 1;
  }

  releaseLater(): void {
    setTimeout(() => {
      this.#holders -= 1;
      if (!this.isOn) this.#events = [];
    }, RESUME_MS).unref();
  }

  /** Gives a client what came after an event, and says how many of those are gone; null where nobody knows. */
  resume(queue: EventQueue, after: string): void {
    const [process, text = ''] = after.split('-');
    const number = Number(text);
    if (process !== this.#process || !Number.isSafeInteger(number)) return queue.lose(null);
    const missed = this.#events.filter((event) => event.number > number);
    const first = missed[0]?.number ?? this.#number + 1;
    if (first > number + 1) queue.lose(first - number - 1);
    for (const event of missed) if (queue.hears(event.event.account)) queue.push(event);
  }
}
