/** Reads the feed: first what is there, then what comes. Numbers its items so that all replicas number them alike. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply, StoreConnection } from './connection.ts';
import { toCount, toItems, toList, toText } from './reply.ts';
import { COMMON } from './store-keys.ts';

export interface FeedItem {
  /** Greater than of all items before, by more than the messages of an item. */
  readonly seq: number;
  /** When it was added, by the store's time. */
  readonly at: number;
  /** Who published it, and its messages as `feed-messages.ts` packs them. */
  readonly fields: readonly Buffer[];
}

export interface FeedReaderOptions {
  readonly connection: StoreConnection;
  readonly reading: StoreConnection;
  readonly bytes: number;
  readonly take: (item: FeedItem) => void;
  readonly reportCrash: (cause: unknown) => void;
}

/** Between the numbers of two items: more than the messages that one has. */
const STEP = 1000;
const BLOCK_MS = 1000;
const READ_COUNT = 200;
const PAUSE_MS = 50;
/** What an item takes in the store besides its bytes, about. */
const ITEM_BYTES = 64;

export class FeedReader {
  isOpen = false;
  readonly #options: FeedReaderOptions;
  #isClosed = false;
  #lastId = '0-0';
  /** How many items were ever added, up to the one that was read last. */
  #added = 0;
  /** Numbers begin behind those of a store that was emptied. */
  #base = 0;
  /** Items that are in the stream, the oldest first, from `#first` on. */
  #items: { readonly id: string; readonly bytes: number }[] = [];
  #first = 0;
  #bytes = 0;
  #trimmedTo = '0-0';

  constructor(options: FeedReaderOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    await this.#anchor();
    this.isOpen = true;
    void this.#read();
  }

  /** Where the stream is to be cut with the next item, as a part of XADD. */
  trimming(): string[] {
    const { bytes } = this.#options;
    while (this.#bytes > bytes && this.#first < this.#items.length - 1) {
      this.#bytes -= this.#items[this.#first]?.bytes ?? 0;
      this.#first += 1;
    }
    const oldest = this.#items[this.#first]?.id ?? '0-0';
    if (this.#first > 10_000) this.#items = this.#items.slice(this.#first);
    if (this.#first > 10_000) this.#first = 0;
    if (oldest === this.#trimmedTo || this.#first === 0) return [];
    this.#trimmedTo = oldest;
    return ['MINID', '~', oldest];
  }

  /** The store may have been emptied, or have lost what came last. */
  reopened(): void {
    if (this.isOpen) void this.#anchor().catch(() => undefined);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Reads what is there up to now, and counts from there. */
  async #anchor(): Promise<void> {
    const { added, lastId } = await this.#describe();
    if (this.#lastId !== '0-0') {
      if (added >= this.#added) return;
      // Emptied: numbers go on behind those that were given, and reading from the new beginning.
      this.#base += (this.#added + 1) * STEP;
      this.#lastId = '0-0';
      this.#items = [];
      this.#bytes = 0;
    }
    const items = lastId === '0-0' ? [] : await this.#range(lastId);
    this.#added = added - items.length;
    this.#take(items);
  }

  async #describe(): Promise<{ readonly added: number; readonly lastId: string }> {
    const describing = this.#options.connection.send(COMMON.feed, ['XINFO', 'STREAM', COMMON.feed]);
    const info = toList(await describing.catch(orNoStream));
    const valueOf = (name: string): Reply => info[info.findIndex((item) => toText(item) === name) + 1];
    return { added: toCount(valueOf('entries-added')), lastId: toText(valueOf('last-generated-id')) ?? '0-0' };
  }

  async #range(lastId: string): Promise<Reply[]> {
    const items: Reply[] = [];
    for (let from = '-'; ;) {
      const command = ['XRANGE', COMMON.feed, from, lastId, 'COUNT', '1000'];
      const some = toList(await this.#options.reading.send(COMMON.feed, command));
      items.push(...some);
      const last = toItems(some).at(-1);
      if (last === undefined || some.length < 1000) return items;
      from = `(${last.id}`;
    }
  }

  async #read(): Promise<void> {
    const { reading } = this.#options;
    while (!this.#isClosed) {
      const command = ['XREAD', 'COUNT', String(READ_COUNT), 'BLOCK', String(BLOCK_MS), 'STREAMS', COMMON.feed];
      try {
        const from = this.#lastId;
        const [stream] = toList(await reading.send(COMMON.feed, [...command, from]));
        // Anchored anew meanwhile.
        if (from === this.#lastId) this.#take(toList(toList(stream)[1]));
      } catch {
        if (!this.#isClosed) await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  #take(items: readonly Reply[]): void {
    for (const { id, fields } of toItems(items)) {
      this.#added += 1;
      this.#lastId = id;
      const bytes = fields.flatMap((field) => (field instanceof Buffer ? [field] : []));
      const size = bytes.reduce((sum, { length }) => sum + length, ITEM_BYTES);
      this.#items.push({ id, bytes: size });
      this.#bytes += size;
      try {
        this.#options.take({ seq: this.#base + this.#added * STEP, at: Number.parseInt(id, 10), fields: bytes });
      } catch (cause) {
        this.#options.reportCrash(cause);
      }
    }
  }
}

function orNoStream(cause: unknown): Reply {
  if (cause instanceof Error && cause.message.includes('no such key')) return [];
  throw cause;
}
