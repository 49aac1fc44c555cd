/** Delivers the events of one subscriber as text of server-sent events. */

import type { EntryReference } from '../journal/log-segment.ts';

export interface PublishedEvent {
  /** The event type, for example `generation`. */
  readonly type: string;
  readonly account: string | null;
  /** The time on the account's clock. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The event of an answered request. The journal entry, read only when needed, contains the details. */
export interface RequestEvent {
  readonly type: 'request';
  /** The account, or null if the request reached no account. */
  readonly account: string | null;
  readonly reference: EntryReference;
}

/** Summarizes a request. Returns undefined if its entry was evicted. */
export type Summary = (reference: EntryReference) => { readonly at: string } | undefined;

export interface EventSubscription {
  /** Aborting this signal ends the subscription. */
  readonly signal: AbortSignal;
  /** The account whose events are sent. By default, events of all accounts are sent. */
  readonly account?: string | undefined;
  /** Summarizes requests. Without it, no `request` events are sent. */
  readonly summary?: Summary | undefined;
  /** The time in real milliseconds for which events are collected before they are sent. */
  readonly batchMs?: number | undefined;
  /** The maximum number of events that are sent together. Older events are lost. */
  readonly most?: number | undefined;
  /** The id of the last event that the client received. */
  readonly after?: string | undefined;
  /** Whether events are kept for half a minute after this client's connection breaks. */
  readonly isResumable?: boolean;
}

/** The number of events that are kept for all subscribers. */
export const MOST_EVENTS_KEPT = 1000;
/** The number of characters that a subscriber gets at once. More follow after it has read them. */
export const MOST_EVENT_CHARACTERS = 131_072;
const HEARTBEAT_MS = 15_000;

export interface NumberedEvent {
  readonly number: number;
  readonly event: PublishedEvent | RequestEvent;
  /** The text of the event. It is created on first use and shared by all subscribers. */
  text: string | undefined;
}

/** The source of a subscriber's events. */
export interface EventSource {
  /** The number of the latest event. */
  readonly last: number;
  after(number: number): readonly NumberedEvent[];
  /** Returns the text of an event, or undefined if the entry of its request was evicted. */
  textOf(event: NumberedEvent, summary: Summary | undefined): string | undefined;
}

/** A hand-written iterator, because a waiting async generator cannot be ended from outside. */
export class EventStream implements AsyncIterableIterator<string> {
  isBehind = false;
  readonly #subscription: EventSubscription;
  readonly #source: EventSource;
  readonly #ended: () => void;
  readonly #heartbeat = setInterval(() => this.write(': still here\n\n'), HEARTBEAT_MS).unref();
  /** The number of the last event that was sent or lost. */
  #seen: number;
  #lost = 0;
  /** The first text is sent immediately, so that the client sees that it is connected. */
  #pending = ': connected\n\n';
  #isEnded = false;
  #isCollecting = false;
  #wake: (() => void) | undefined;

  constructor(subscription: EventSubscription, source: EventSource, ended: () => void) {
    this.#subscription = subscription;
    this.#source = source;
    this.#ended = ended;
    this.#seen = source.last;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  get summary(): Summary | undefined {
    return this.#subscription.summary;
  }

  /** Whether each event is sent immediately. */
  get isPrompt(): boolean {
    return this.#subscription.batchMs === undefined;
  }

  wantsAccount(account: string | null): boolean {
    return this.#subscription.account === undefined || this.#subscription.account === account;
  }

  wants(event: PublishedEvent | RequestEvent): boolean {
    return this.wantsAccount(event.account) && ('data' in event || this.summary !== undefined);
  }

  /** Handles dropped events. Unsent events count as lost. */
  lose(dropped: readonly NumberedEvent[]): void {
    this.#lost += dropped.filter(({ number, event }) => number > this.#seen && this.wants(event)).length;
    this.#seen = Math.max(this.#seen, dropped.at(-1)?.number ?? 0);
  }

  resume(seen: number, lost: number): void {
    this.#seen = seen;
    this.#lost = lost;
    this.isBehind = true;
  }

  write(text: string): void {
    if (this.#isEnded) return;
    this.#pending += text;
    this.#wake?.();
  }

  /** Wakes the reader if there may be events. During batching, the reader waits for the end of the batch. */
  notify(): void {
    if (this.isBehind && !this.#isCollecting) this.#wake?.();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    // The rest is read now, because the bus may drop its events after its last subscriber has left.
    this.#pending = this.#nextText();
    clearInterval(this.#heartbeat);
    this.#ended();
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<string>> {
    const { batchMs = 0 } = this.#subscription;
    for (;;) {
      if (this.#pending === '' && !this.isBehind && !this.#isEnded) await this.#nextWake();
      if (this.#pending === '' && batchMs > 0 && !this.#isEnded) await this.#collect(batchMs);
      const value = this.#nextText();
      if (value !== '') return { done: false, value };
      if (this.#isEnded) return { done: true, value: undefined };
    }
  }

  async return(): Promise<IteratorResult<string>> {
    this.#pending = '';
    this.#seen = this.#source.last;
    this.end();
    return { done: true, value: undefined };
  }

  /** Returns the next events as one text. */
  #nextText(): string {
    const waiting = this.isBehind ? this.#source.after(this.#seen).filter(({ event }) => this.wants(event)) : [];
    const newest = waiting.slice(-Math.min(this.#subscription.most ?? MOST_EVENTS_KEPT, MOST_EVENTS_KEPT));
    this.#lost += waiting.length - newest.length;
    this.isBehind = false;
    let texts = '';
    for (const numbered of newest) {
      this.isBehind = texts.length > MOST_EVENT_CHARACTERS;
      if (this.isBehind) break;
      texts += this.#textOf(numbered);
      this.#seen = numbered.number;
    }
    const text = this.#pending + (this.#lost === 0 ? '' : lostText(this.#lost)) + texts;
    this.#pending = '';
    this.#lost = 0;
    return text;
  }

  /** Returns the text of an event. A client that batches events gets the latest state of a request. */
  #textOf(numbered: NumberedEvent): string {
    const isLatest = this.isPrompt || 'data' in numbered.event;
    const text = (isLatest ? numbered.text : undefined) ?? this.#source.textOf(numbered, this.summary) ?? numbered.text;
    if (text === undefined) this.#lost += 1;
    return text ?? '';
  }

  async #nextWake(): Promise<void> {
    await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = undefined;
  }

  /** Waits until the batch is complete or the subscription ends. */
  async #collect(ms: number): Promise<void> {
    this.#isCollecting = true;
    const timer = setTimeout(() => this.#wake?.(), ms);
    await this.#nextWake();
    clearTimeout(timer);
    this.#isCollecting = false;
  }
}

export function lostText(events: number | null): string {
  return `event: lost\ndata: ${JSON.stringify({ events })}\n\n`;
}
