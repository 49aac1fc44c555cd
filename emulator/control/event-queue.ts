/** The events that wait for one subscriber, as text of server-sent events. */

import type { EntryReference } from '../journal/entry-layout.ts';
import type { PublishedEvent, RequestEvent } from './published-event.ts';

export interface NumberedEvent {
  /** With the number it is the id of the event. */
  readonly process: string;
  readonly number: number;
  readonly event: PublishedEvent | RequestEvent;
  /** Undefined of a request while nobody wants it at once: those who collect events have it written when it is sent. */
  text: string | undefined;
}

/** A request in short; undefined once its entry was evicted. */
export type Summary = (reference: EntryReference) => { readonly at: string } | undefined;

export interface QueueOptions {
  /** Only events of this account. */
  readonly account?: string | undefined;
  /** Without it no request is sent. */
  readonly summary?: Summary | undefined;
  /** Real milliseconds for which events are collected before they are sent. */
  readonly batchMs?: number | undefined;
  /** How many are sent at once; the newest, and of the others the number. */
  readonly most?: number | undefined;
}

export const MOST_EVENTS_WAITING = 1000;
/** Of the events that wait for one subscriber: a path can be long. */
export const MOST_EVENT_CHARACTERS = 131_072;
const HEARTBEAT_MS = 15_000;

/** What a queue needs of its bus. */
export interface QueueBus {
  /** The queue is to be woken soon. */
  readonly due: (queue: EventQueue) => void;
  readonly ended: (queue: EventQueue) => void;
  /** The text of a request, which all queues have in common; undefined once its entry was evicted. */
  readonly requestText: (event: NumberedEvent, summary: Summary | undefined) => string | undefined;
}

/** An event as it is sent. */
export function eventText(id: string, { type, account, at, data }: PublishedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ account, at, ...data })}\n\n`;
}

/** No async generator, because one that awaits cannot be ended from outside before its next event. */
export class EventQueue implements AsyncIterableIterator<string> {
  readonly #options: QueueOptions;
  readonly #most: number;
  readonly #bus: QueueBus;
  readonly #heartbeat: NodeJS.Timeout;
  /** The first chunk is sent at once, so that the client sees that it is connected. */
  #said = ': connected\n\n';
  #waiting: NumberedEvent[] = [];
  #characters = 0;
  #lost = 0;
  #isEnded = false;
  #wake: (() => void) | undefined;

  constructor(options: QueueOptions, bus: QueueBus) {
    this.#options = options;
    this.#most = Math.min(options.most ?? MOST_EVENTS_WAITING, MOST_EVENTS_WAITING);
    this.#bus = bus;
    this.#heartbeat = setInterval(() => this.#say(': still here\n\n'), HEARTBEAT_MS).unref();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  hears(account: string | null): boolean {
    return this.#options.account === undefined || this.#options.account === account;
  }

  push(event: NumberedEvent): void {
    if (this.#isEnded || (event.text === undefined && this.#options.summary === undefined)) return;
    this.#waiting.push(event);
    this.#characters += event.text?.length ?? 0;
    // Many are dropped at once, because to move those behind them costs as much for one as for all; and soon, so that
    // the garbage collector finds them young.
    if (this.#waiting.length >= 2 * this.#most) this.#drop(this.#waiting.length - this.#most);
    while (this.#characters > MOST_EVENT_CHARACTERS) this.#drop(1);
    const isNews = this.#waiting.length === 1 || this.isPrompt;
    if (isNews && this.#wake !== undefined) this.#bus.due(this);
  }

  /** Whether it sends each event as soon as it can. */
  get isPrompt(): boolean {
    return this.#options.batchMs === undefined;
  }

  get summary(): Summary | undefined {
    return this.#options.summary;
  }

  /** Has what waits be taken, if anybody waits for it. */
  wake(): void {
    this.#wake?.();
  }

  /** Events that it would have had are gone: so many, or nobody knows. */
  lose(count: number | null): void {
    if (count === null) this.#say(lostText(null));
    else this.#lost += count;
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearInterval(this.#heartbeat);
    this.#bus.ended(this);
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#said === '' && this.#waiting.length === 0 && !this.#isEnded) await this.#something();
    const { batchMs = 0 } = this.#options;
    if (this.#said === '' && batchMs > 0 && !this.#isEnded) await this.#collected(batchMs);
    const value = this.#take();
    return value === '' ? { done: true, value: undefined } : { done: false, value };
  }

  async return(): Promise<IteratorResult<string>> {
    this.#waiting = [];
    this.#said = '';
    this.end();
    return { done: true, value: undefined };
  }

  #say(text: string): void {
    if (this.#isEnded) return;
    this.#said += text;
    this.#wake?.();
  }

  #drop(count: number): void {
    for (const { text } of this.#waiting.splice(0, count)) this.#characters -= text?.length ?? 0;
    this.#lost += count;
  }

  /** All that waits, as one text. */
  #take(): string {
    if (this.#waiting.length > this.#most) this.#drop(this.#waiting.length - this.#most);
    const texts = this.#waiting.map((event) => this.#textOf(event));
    const lost = this.#lost === 0 ? '' : lostText(this.#lost);
    const text = this.#said + lost + texts.join('');
    this.#said = '';
    this.#waiting = [];
    this.#characters = 0;
    this.#lost = 0;
    return text;
  }

  /** Who collects events has time for the latest of a request: by then its answer may have left. */
  #textOf(numbered: NumberedEvent): string {
    if (numbered.text !== undefined && (this.isPrompt || 'data' in numbered.event)) return numbered.text;
    const text = this.#bus.requestText(numbered, this.#options.summary) ?? numbered.text;
    if (text === undefined) this.#lost += 1;
    return text ?? '';
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }

  /** Ends at the end of the subscription, too. */
  async #collected(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#wake?.(), ms);
    await this.#something();
    clearTimeout(timer);
  }
}

function lostText(events: number | null): string {
  return `event: lost\ndata: ${JSON.stringify({ events })}\n\n`;
}
