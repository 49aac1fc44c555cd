/** Reads the feed: first what is there, then what comes. Numbers its items so that all replicas number them alike. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply, StoreConnection } from './connection.ts';
import { valueQuery } from './feed-commands.ts';
import { toBytes, toCount, toItems, toList, toText, type StreamItem } from './reply.ts';
import { COMMON } from './store-keys.ts';

export interface FeedItem {
  /** Greater than of all items before, by more than the messages of an item. */
  readonly seq: number;
  /** When it was added, by the store's time. */
  readonly at: number;
  /** Who published it, and which of its items it is. */
  readonly from: string;
  /** Its messages as `feed-messages.ts` packs them; nothing where they are known, or were cut already. */
  readonly value: Buffer;
}

export interface FeedReaderOptions {
  readonly connection: StoreConnection;
  readonly reading: StoreConnection;
  readonly bytes: number;
  readonly take: (item: FeedItem) => void;
  /** How many bytes an item has that this replica has sent itself, and so need not read; nothing where it has not. */
  readonly sizeOfSent: (from: string) => number | undefined;
  readonly reportCrash: (cause: unknown) => void;
}

/** Between the numbers of two items: more than the messages that one has. */
const STEP = 1000;
const BLOCK_MS = 1000;
const READ_COUNT = 200;
const RANGE_COUNT = 1000;
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

  constructor(options: FeedReaderOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    await this.#anchor();
    this.isOpen = true;
    void this.#read();
  }

  /** The id up to which the feed is to be cut with the next item. */
  oldest(): string {
    const { bytes } = this.#options;
    while (this.#bytes > bytes && this.#first < this.#items.length - 1) {
      this.#bytes -= this.#items[this.#first]?.bytes ?? 0;
      this.#first += 1;
    }
    if (this.#first > 10_000) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return this.#items[this.#first]?.id ?? '0-0';
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

  async #range(lastId: string): Promise<StoredItem[]> {
    const items: StoredItem[] = [];
    for (let from = '-'; ;) {
      const command = ['XRANGE', COMMON.feed, from, lastId, 'COUNT', String(RANGE_COUNT)];
      const some = toItems(await this.#options.reading.send(COMMON.feed, command));
      const last = some.at(-1);
      for (let at = 0; at < some.length; at += READ_COUNT) {
        items.push(...(await this.#withValues(some.slice(at, at + READ_COUNT))));
      }
      if (last === undefined || some.length < RANGE_COUNT) return items;
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
        const items = await this.#withValues(toItems(toList(stream)[1]));
        // Anchored anew meanwhile.
        if (from === this.#lastId) this.#take(items);
      } catch {
        if (!this.#isClosed) await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  /** Asks for the values that do not stand in their items and that this replica has not got: one round trip for all. */
  async #withValues(items: readonly StreamItem[]): Promise<StoredItem[]> {
    const { reading, sizeOfSent } = this.#options;
    return Promise.all(
      items.map(async ({ id, fields }) => {
        const [from, small] = [toText(fields[0]) ?? '', toBytes(fields[1])];
        const sent = sizeOfSent(from);
        if (sent !== undefined || small.length > 0) return { id, from, value: small, size: sent ?? small.length };
        const [large] = toItems(await reading.send(COMMON.feed, valueQuery(id)));
        const value = toBytes(large?.fields[1]);
        return { id, from, value, size: value.length };
      }),
    );
  }

  #take(items: readonly StoredItem[]): void {
    for (const item of items) this.#takeOne(item);
  }

  #takeOne({ id, from, value, size }: StoredItem): void {
    const { take, reportCrash } = this.#options;
    this.#added += 1;
    this.#lastId = id;
    this.#items.push({ id, bytes: size + ITEM_BYTES });
    this.#bytes += size + ITEM_BYTES;
    try {
      take({ seq: this.#base + this.#added * STEP, at: Number.parseInt(id, 10), from, value });
    } catch (cause) {
      reportCrash(cause);
    }
  }
}

/** An item as it is in the store, with its value. */
interface StoredItem extends Pick<FeedItem, 'from' | 'value'> {
  readonly id: string;
  readonly size: number;
}

function orNoStream(cause: unknown): Reply {
  if (cause instanceof Error && cause.message.includes('no such key')) return [];
  throw cause;
}
