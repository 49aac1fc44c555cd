/** The events of one subscriber, as text of server-sent events. */

import type { EntryReference } from '../journal/log-segment.ts';

export interface PublishedEvent {
  /** For example `generation`. */
  readonly type: string;
  readonly account: string | null;
  /** By the account's clock. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A request was answered. The rest is in its journal entry, which is read only for events that are sent. */
export interface RequestEvent {
  readonly type: 'request';
  /** Null if the request reached no account. */
  readonly account: string | null;
  readonly reference: EntryReference;
}

/** Summarizes a request. Returns undefined after its entry was evicted. */
export type Summary = (reference: EntryReference) => { readonly at: string } | undefined;

export interface EventSubscription {
  /** Ends the subscription. */
  readonly signal: AbortSignal;
  /** Only events of this account. */
  readonly account?: string | undefined;
  /** Without it, no request is sent. */
  readonly summary?: Summary | undefined;
  /** Real milliseconds for which events are collected before they are sent. */
  readonly batchMs?: number | undefined;
  /** The maximum number of events to send together: the newest. The others are lost. */
  readonly most?: number | undefined;
  /** The id of the last event that this client received. The next one is sent first. */
  readonly after?: string | undefined;
  /** Whether events are kept for half a minute after the connection of this client breaks. */
  readonly isResumable?: boolean;
}

/** Events that are kept for all subscribers. */
export const MOST_EVENTS_KEPT = 1000;
/** Characters that a subscriber gets at once. The next events follow when it has read them. */
export const MOST_EVENT_CHARACTERS = 131_072;
const HEARTBEAT_MS = 15_000;

export interface NumberedEvent {
  readonly number: number;
  readonly event: PublishedEvent | RequestEvent;
  /** Written when it is first needed, once for all subscribers. */
  text: string | undefined;
}

/** Where a subscriber finds its events. */
export interface EventSource {
  /** The number of the latest event. */
  readonly last: number;
  after(number: number): readonly NumberedEvent[];
  /** The text of an event. Returns undefined if the entry of its request was evicted. */
  textOf(event: NumberedEvent, summary: Summary | undefined): string | undefined;
}

/** An iterator by hand: an async generator that awaits cannot be ended from outside before its next event. */
export class EventStream implements AsyncIterableIterator<string> {
  isBehind = false;
  readonly #subscription: EventSubscription;
  readonly #source: EventSource;
  readonly #ended: () => void;
  readonly #heartbeat = setInterval(() => this.say(': still here\n\n'), HEARTBEAT_MS).unref();
  /** The number of the last event that was sent or lost. */
  #seen: number;
  #lost = 0;
  /** Sent at once, so that the client sees that it is connected. */
  #said = ': connected\n\n';
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

  /** Whether it sends each event as soon as it can. */
  get isPrompt(): boolean {
    return this.#subscription.batchMs === undefined;
  }

  hearsAccount(account: string | null): boolean {
    return this.#subscription.account === undefined || this.#subscription.account === account;
  }

  hears(event: PublishedEvent | RequestEvent): boolean {
    return this.hearsAccount(event.account) && ('data' in event || this.summary !== undefined);
  }

  /** These events are dropped. It loses those that it has not sent. */
  lose(dropped: readonly NumberedEvent[]): void {
    this.#lost += dropped.filter(({ number, event }) => number > this.#seen && this.hears(event)).length;
    this.#seen = Math.max(this.#seen, dropped.at(-1)?.number ?? 0);
  }

  resume(seen: number, lost: number): void {
    this.#seen = seen;
    this.#lost = lost;
    this.isBehind = true;
  }

  say(text: string): void {
    if (this.#isEnded) return;
    this.#said += text;
    this.#wake?.();
  }

  /** There may be events for it. While it collects a batch, it waits for the end of the batch. */
  notify(): void {
    if (this.isBehind && !this.#isCollecting) this.#wake?.();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    // The bus may keep nothing after its last subscriber has left.
    this.#said = this.#take();
    clearInterval(this.#heartbeat);
    this.#ended();
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<string>> {
    const { batchMs = 0 } = this.#subscription;
    for (;;) {
      if (this.#said === '' && !this.isBehind && !this.#isEnded) await this.#news();
      if (this.#said === '' && batchMs > 0 && !this.#isEnded) await this.#collect(batchMs);
      const value = this.#take();
      if (value !== '') return { done: false, value };
      if (this.#isEnded) return { done: true, value: undefined };
    }
  }

  async return(): Promise<IteratorResult<string>> {
    this.#said = '';
    this.#seen = this.#source.last;
    this.end();
    return { done: true, value: undefined };
  }

  /** The next events as one text. */
  #take(): string {
    const waiting = this.isBehind ? this.#source.after(this.#seen).filter(({ event }) => this.hears(event)) : [];
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
    const text = this.#said + (this.#lost === 0 ? '' : lostText(this.#lost)) + texts;
    this.#said = '';
    this.#lost = 0;
    return text;
  }

  /** A client that collects events gets the latest state of a request. */
  #textOf(numbered: NumberedEvent): string {
    const isLatest = this.isPrompt || 'data' in numbered.event;
    const text = (isLatest ? numbered.text : undefined) ?? this.#source.textOf(numbered, this.summary) ?? numbered.text;
    if (text === undefined) this.#lost += 1;
    return text ?? '';
  }

  async #news(): Promise<void> {
    await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = undefined;
  }

  /** Ends at the end of the subscription, too. */
  async #collect(ms: number): Promise<void> {
    this.#isCollecting = true;
    const timer = setTimeout(() => this.#wake?.(), ms);
    await this.#news();
    clearTimeout(timer);
    this.#isCollecting = false;
  }
}

export function lostText(events: number | null): string {
  return `event: lost\ndata: ${JSON.stringify({ events })}\n\n`;
}
