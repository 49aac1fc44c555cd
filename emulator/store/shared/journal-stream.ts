/**
 * Shares one journal between replicas through a stream in the store. Each replica appends its entries and events. It
 * reads the stream if a client requests the journal, waits or listens.
 */

import { randomBytes } from 'node:crypto';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers';
import type { StoreConnection } from './connection.ts';
import { COMMON, toCount, toList, toText, type Reply } from './replies.ts';

/**
 * Appends an item to the journal. KEYS are the stream and its total of bytes. ARGV contains the last known total, the
 * bytes to keep, the messages and their bytes. The id of an item is the total up to its end. The script returns the id.
 */
const APPEND = `
local last = math.max(tonumber(redis.call('GET', KEYS[2]) or '0'), tonumber(ARGV[1])) + #ARGV[3] + #ARGV[4]
local id = string.format('%.0f', last)
redis.call('SET', KEYS[2], id)
local oldest = string.format('%.0f', math.max(last - tonumber(ARGV[2]), 0))
redis.call('XADD', KEYS[1], 'MINID', '~', oldest, id .. '-1', 'm', ARGV[3], 'b', ARGV[4])
return id`;

export interface ReceivedMessage {
  /** The message as published. */
  readonly message: readonly unknown[];
  readonly bytes: Buffer;
  /** The number of the message. It is the same in all replicas, and only grows. */
  readonly seq: number;
  /** The replica that published the message. */
  readonly replica: string;
}

export interface JournalStreamOptions {
  readonly connection: StoreConnection;
  /** The approximate maximum size of the stream in bytes. */
  readonly bytes: number;
  readonly receive: (received: ReceivedMessage) => void;
  /** Publishes the entries that this replica still collects. */
  readonly gather: () => void;
  readonly reportCrash: (cause: unknown) => void;
}

/** The time that a message may wait. One item for each would cost more than its request (decision 0015). */
const DELAY_MS = 10;
/** The maximum size of an item. Twice as many bytes take more than twice as long (decision 0015). */
const ITEM_BYTES = 65_536;
/** The interval at which the stream is read while a client waits or listens. */
const FOLLOW_MS = 20;
const READ_ITEMS = 100;
const NO_BYTES = Buffer.alloc(0);

export class JournalStream {
  readonly #options: JournalStreamOptions;
  readonly #replica = randomBytes(6).toString('base64url');
  /** The messages of the next item, with their bytes. */
  #messages: (readonly [message: readonly [kind: string, ...rest: unknown[]], bytes: Buffer])[] = [];
  #bytes = 0;
  #due: NodeJS.Timeout | undefined;
  /** The end of the last item that was read, and the greatest known end. */
  #read = 0;
  #known = 0;
  #sending: Promise<unknown> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();
  /** The next read, if it has not begun. */
  #queued: Promise<void> | undefined;
  readonly #followers = new Set<object>();
  #following: NodeJS.Timeout | undefined;

  constructor(options: JournalStreamOptions) {
    this.#options = options;
  }

  /** Sends a message soon. Its first element is its kind. While the store is unreachable, messages are dropped. */
  readonly publish = (message: readonly [kind: string, ...rest: unknown[]], bytes: Buffer = NO_BYTES): void => {
    if (this.#options.connection.problem !== undefined) return;
    this.#messages.push([message, bytes]);
    this.#bytes += bytes.length;
    if (this.#bytes >= ITEM_BYTES) this.#flush();
    else this.#due ??= wait(() => this.#flush(), DELAY_MS).unref();
  };

  /** Resolves when this replica has received the whole stream, including its own messages. */
  readonly sync = (): Promise<void> => {
    this.#flush();
    this.#queued ??= this.#reading.then(() => {
      this.#queued = undefined;
      return this.#readAll();
    });
    this.#reading = this.#queued.catch(() => undefined);
    return this.#queued;
  };

  /** Reads the stream repeatedly until the returned function is called. */
  readonly follow = (): (() => void) => {
    const follower = {};
    this.#followers.add(follower);
    this.#following ??= repeat(() => void this.sync().catch(() => undefined), FOLLOW_MS).unref();
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0) this.#stop();
    };
  };

  /** Sends the remaining messages. */
  async close(): Promise<void> {
    this.#stop();
    this.#flush();
    await this.#sending;
  }

  #stop(): void {
    stopRepeating(this.#following);
    this.#following = undefined;
  }

  #flush(canBeEmpty = false): void {
    stopWaiting(this.#due);
    this.#due = undefined;
    this.#options.gather();
    if (this.#messages.length === 0 && !canBeEmpty) return;
    const { connection, bytes } = this.#options;
    const messages = this.#messages;
    this.#messages = [];
    this.#bytes = 0;
    const json = JSON.stringify([this.#replica, messages.map(([message, own]) => [message, own.length])]);
    // All messages share one byte part, because separate parts take several times as much CPU time.
    const part = Buffer.concat(messages.map(([, own]) => own));
    const run = ['2', COMMON.journal, COMMON.journalEnd, String(this.#known), String(bytes), json, part];
    const sent = connection.send(COMMON.journal, ['EVAL', APPEND, ...run]).then((end) => this.#know(toCount(end)));
    // Only journal entries can be lost here, because accounts are committed separately.
    this.#sending = sent.catch(() => undefined);
  }

  /** Reads new items. The connection keeps the order of commands, so this includes the items of this replica. */
  async #readAll(): Promise<void> {
    const { connection } = this.#options;
    for (;;) {
      const range = ['XRANGE', COMMON.journal, `(${this.#read}-1`, '+', 'COUNT', String(READ_ITEMS)];
      const [end, reply] = await Promise.all([
        connection.send(COMMON.journalEnd, ['GET', COMMON.journalEnd]),
        connection.send(COMMON.journal, range, true),
      ]);
      // If the store was emptied or lost its last writes, an empty item advances the total of bytes.
      if (toCount(end) < this.#known) this.#flush(true);
      const items = toList(reply).map(toList);
      for (const [id, fields] of items) this.#receive(Number.parseInt(toText(id) ?? '', 10), toList(fields));
      if (items.length < READ_ITEMS) return;
    }
  }

  #receive(end: number, [, json, , bytes]: readonly Reply[]): void {
    this.#read = end;
    this.#know(end);
    if (!(json instanceof Buffer && bytes instanceof Buffer)) return;
    const { receive, reportCrash } = this.#options;
    let seq = end - json.length - bytes.length;
    let at = 0;
    try {
      const [replica, messages]: Item = JSON.parse(json.toString());
      for (const [message, length] of messages) {
        seq += 1;
        receive({ message, bytes: bytes.subarray(at, at + length), seq, replica });
        at += length;
      }
    } catch (cause) {
      reportCrash(cause);
    }
  }

  #know(end: number): void {
    this.#known = Math.max(this.#known, end);
  }
}

type Item = readonly [replica: string, messages: readonly (readonly [message: readonly unknown[], length: number])[]];

/** Captured now, because a test may replace timers later. */
const [wait, repeat, stopWaiting, stopRepeating] = [setTimeout, setInterval, clearTimeout, clearInterval];
