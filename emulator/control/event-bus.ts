/** Publishes events to subscribers. A slow one loses the oldest events and gets their number; no one waits for it. */

export interface PublishedEvent {
  /** For example `generation`. */
  readonly type: string;
  readonly account: string;
  /** By the account's clock. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventSubscription {
  /** Only events of this account. */
  readonly account?: string | undefined;
  /** Ends the subscription. */
  readonly signal: AbortSignal;
}

export interface EventBus {
  /** Whether the account has a subscriber; without one, no event need be made. */
  hasListener(account: string): boolean;
  publish(event: PublishedEvent): void;
  /** Whether there are as many subscribers as there may be. */
  isFull(): boolean;
  /** Subscribes: the events from now on, as text of server-sent events. */
  listen(listening: EventSubscription): AsyncIterableIterator<string>;
  /** Ends all subscriptions. */
  close(): void;
}

const MOST_SUBSCRIBERS = 500;
const MOST_WAITING = 1000;
/** Of the events that wait for one subscriber: a path can be long. */
const MOST_CHARACTERS = 131_072;
const HEARTBEAT_MS = 15_000;

/** A bus without subscribers. */
export function createEventBus(): EventBus {
  const queues = new Set<SubscriberQueue>();
  let number = 0;
  return {
    hasListener: (account) => queues.size > 0 && Array.from(queues).some((queue) => queue.hasListener(account)),
    publish: (event) => {
      number += 1;
      const text = toText(event, number);
      for (const queue of queues) if (queue.hasListener(event.account)) queue.push(text);
    },
    isFull: () => queues.size >= MOST_SUBSCRIBERS,
    listen: ({ account, signal }) => {
      const queue = new SubscriberQueue(account, () => queues.delete(queue));
      queues.add(queue);
      if (signal.aborted) queue.end();
      else signal.addEventListener('abort', () => queue.end(), { once: true });
      return queue;
    },
    close: () => {
      for (const queue of queues) queue.end();
    },
  };
}

function toText({ type, account, at, data }: PublishedEvent, number: number): string {
  return `id: ${number}\nevent: ${type}\ndata: ${JSON.stringify({ account, at, ...data })}\n\n`;
}

/** No async generator, because one that awaits cannot be ended from outside before its next event. */
class SubscriberQueue implements AsyncIterableIterator<string> {
  readonly #account: string | undefined;
  readonly #onEnd: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  /** The first chunk is sent at once, so that the client sees that it is connected. */
  #waiting: string[] = [': connected\n\n'];
  #characters = 0;
  #lost = 0;
  #isEnded = false;
  #wake: (() => void) | undefined;

  constructor(account: string | undefined, onEnd: () => void) {
    this.#account = account;
    this.#onEnd = onEnd;
    this.#heartbeat = setInterval(() => this.push(': still here\n\n'), HEARTBEAT_MS).unref();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  hasListener(account: string): boolean {
    return this.#account === undefined || this.#account === account;
  }

  push(text: string): void {
    if (this.#isEnded) return;
    this.#waiting.push(text);
    this.#characters += text.length;
    while (this.#waiting.length > MOST_WAITING || this.#characters > MOST_CHARACTERS) {
      this.#characters -= this.#waiting.shift()?.length ?? 0;
      this.#lost += 1;
    }
    this.#wake?.();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearInterval(this.#heartbeat);
    this.#onEnd();
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#waiting.length === 0 && !this.#isEnded) await this.#something();
    if (this.#waiting.length === 0) return { done: true, value: undefined };
    const lost = this.#lost === 0 ? '' : `event: lost\ndata: ${JSON.stringify({ events: this.#lost })}\n\n`;
    const value = lost + this.#waiting.join('');
    this.#waiting = [];
    this.#characters = 0;
    this.#lost = 0;
    return { done: false, value };
  }

  async return(): Promise<IteratorResult<string>> {
    this.#waiting = [];
    this.end();
    return { done: true, value: undefined };
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
