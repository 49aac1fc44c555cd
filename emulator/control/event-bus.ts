/** Publishes events to subscribers. A subscriber that is too slow gets the number of events that it lost. */

type EventData = Readonly<Record<string, unknown>>;

export interface PublishedEvent {
  /** The event type, for example `generation`. */
  readonly type: string;
  /** The account, or null for a request that reached no account. */
  readonly account: string | null;
  /** The time on the account's clock. */
  readonly at: string;
  /** The details, or a function that reads them when the event is sent. It returns undefined if they are gone. */
  readonly data: EventData | (() => EventData | undefined);
}

export interface EventSubscription {
  /** Aborting this signal ends the subscription. */
  readonly signal: AbortSignal;
  /** The account whose events are sent. By default, events of all accounts are sent. */
  readonly account?: string | undefined;
  /** The time in real milliseconds for which events are collected before they are sent. */
  readonly batchMs?: number | undefined;
  /** The maximum number of events that are sent together. Older events are lost. */
  readonly most?: number | undefined;
}

export type EventBus = ReturnType<typeof createEventBus>;

export const MOST_SUBSCRIBERS = 500;
/** The number of events that are kept for all subscribers. */
export const MOST_EVENTS_KEPT = 1000;
/** The number of characters that a subscriber gets at once. More follow after it has read them. */
export const MOST_EVENT_CHARACTERS = 131_072;
const HEARTBEAT_MS = 15_000;

export function createEventBus() {
  const ring: EventRing = { events: [], last: 0, streams: new Set() };
  const { streams } = ring;
  return {
    /** Returns whether the account has a subscriber. Without a subscriber, no events need to be created. */
    hasListener: (account: string | null): boolean =>
      // Most requests have no subscriber, so the check of the size comes first.
      streams.size > 0 && [...streams].some((stream) => stream.wants(account)),
    publish: (event: PublishedEvent): void => {
      ring.last += 1;
      const kept: KeptEvent = { number: ring.last, event, text: undefined };
      ring.events.push(kept);
      // Old events are dropped in groups, because each drop copies the remaining events.
      if (ring.events.length >= 2 * MOST_EVENTS_KEPT) ring.events = ring.events.slice(-MOST_EVENTS_KEPT);
      for (const stream of streams) if (stream.wants(event.account)) stream.note(kept);
    },
    isFull: (): boolean => streams.size >= MOST_SUBSCRIBERS,
    /** Subscribes to future events. Returns the text of server-sent events. */
    listen: (subscription: EventSubscription): AsyncIterableIterator<string> => new EventStream(ring, subscription),
    /** Ends all subscriptions. */
    close: (): void => {
      for (const stream of streams) stream.end();
    },
  };
}

interface KeptEvent {
  readonly number: number;
  readonly event: PublishedEvent;
  /** The text of the event. It is created on first use and shared by all subscribers. */
  text: string | undefined;
}

/** The last events, and the subscribers that read them. */
interface EventRing {
  events: KeptEvent[];
  last: number;
  readonly streams: Set<EventStream>;
}

/** A hand-written iterator, because a waiting async generator cannot be ended from outside. */
class EventStream implements AsyncIterableIterator<string> {
  readonly #ring: EventRing;
  readonly #subscription: EventSubscription;
  readonly #batchMs: number;
  /** The number of the last event that was sent or lost. */
  #seen: number;
  /** The number of wanted events after `#seen`. */
  #waiting = 0;
  /** The first text is sent immediately, so that the client sees that it is connected. */
  #text = ': connected\n\n';
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(ring: EventRing, subscription: EventSubscription) {
    this.#ring = ring;
    this.#subscription = subscription;
    this.#batchMs = subscription.batchMs ?? 0;
    this.#seen = ring.last;
    ring.streams.add(this);
    const { signal } = subscription;
    if (signal.aborted) void this.return();
    else signal.addEventListener('abort', () => void this.return(), { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  wants(account: string | null): boolean {
    return this.#subscription.account === undefined || this.#subscription.account === account;
  }

  /** Counts a wanted event. Only the first event wakes the reader, so the reader can collect the others. */
  note(kept: KeptEvent): void {
    // Without batches, the text is made now, because a reset of the account may delete the details.
    if (this.#batchMs === 0) kept.text ??= textOf(kept.event);
    this.#waiting += 1;
    if (this.#waiting === 1) this.#wake();
  }

  /** Ends the subscription after the remaining events. */
  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#text === '') {
      if (this.#waiting === 0) await this.#sleep(HEARTBEAT_MS);
      if (this.#waiting > 0) await this.#sleep(this.#batchMs);
      else if (!this.#isEnded) this.#text = ': still here\n\n';
    }
    const value = this.#text + this.#nextTexts();
    this.#text = '';
    return value === '' ? this.return() : { done: false, value };
  }

  async return(): Promise<IteratorResult<string>> {
    const { streams, last } = this.#ring;
    this.#seen = last;
    this.#waiting = 0;
    streams.delete(this);
    if (streams.size === 0) this.#ring.events = [];
    this.end();
    return { done: true, value: undefined };
  }

  /** Waits for the first event, for the end, or for some milliseconds. */
  async #sleep(ms: number): Promise<void> {
    if (this.#isEnded) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Returns the next events as one text, after the number of lost events. */
  #nextTexts(): string {
    const { most = MOST_EVENTS_KEPT } = this.#subscription;
    const left = this.#ring.events.filter(({ number, event }) => number > this.#seen && this.wants(event.account));
    const newest = left.slice(-Math.min(most, MOST_EVENTS_KEPT));
    let lost = this.#waiting - newest.length;
    this.#waiting = newest.length;
    let texts = '';
    for (const kept of newest) {
      if (texts.length > MOST_EVENT_CHARACTERS) break;
      kept.text ??= textOf(kept.event);
      if (kept.text === undefined) lost += 1;
      texts += kept.text ?? '';
      this.#seen = kept.number;
      this.#waiting -= 1;
    }
    return lost === 0 ? texts : `event: lost\ndata: ${JSON.stringify({ events: lost })}\n\n${texts}`;
  }
}

function textOf({ type, account, at, data: given }: PublishedEvent): string | undefined {
  const data = typeof given === 'function' ? given() : given;
  return data && `event: ${type}\ndata: ${JSON.stringify({ account, at, ...data })}\n\n`;
}
