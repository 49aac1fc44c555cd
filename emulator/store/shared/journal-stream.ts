/**
 * Shares one journal between replicas through a stream in the store. Each replica appends its entries and events. It
 * reads the stream if a client requests the journal, waits or listens.
 */

import { setInterval, setTimeout } from 'node:timers';
import { checked } from '../account-reader.ts';
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

/** A message as JSON. Its first element is its kind. */
export type StreamMessage = readonly [kind: string, ...rest: readonly unknown[]];

export interface ReceivedMessage {
  /** The message as published. */
  readonly message: StreamMessage;
  readonly bytes: Buffer;
  /** The number of the message, or of its first entry. It is the same in all replicas, and only grows. */
  readonly seq: number;
  /** The replica that published the message. */
  readonly replica: string;
}

export interface JournalStreamOptions {
  readonly connection: StoreConnection;
  /** The name of this replica. */
  readonly replica: string;
  /** The approximate maximum size of the stream in bytes. */
  readonly bytes: number;
  readonly receive: (received: ReceivedMessage) => void;
  /** Publishes the entries that this replica still collects. */
  readonly gather: () => void;
  readonly reportCrash: (cause: unknown) => void;
}

interface PackedMessage {
  readonly message: StreamMessage;
  readonly bytes: Buffer;
  /** The number of sequence numbers that the message uses. */
  readonly count: number;
}

/** The time that a message may wait. One item for each would cost more than its request (decision 0015). */
const DELAY_MS = 10;
/** The maximum size of an item. Twice as many bytes take more than twice as long (decision 0015). */
const ITEM_BYTES = 65_536;
/** The interval at which the stream is read while a client waits or listens. */
const FOLLOW_MS = 20;
const READ_ITEMS = 100;

export class JournalStream {
  readonly #options: JournalStreamOptions;
  #batch: PackedMessage[] = [];
  #batchBytes = 0;
  #isDue = false;
  /** The end of the last item that was read, and the greatest known end. */
  #read = 0;
  #known = 0;
  #sending: Promise<unknown> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();
  /** The next read, if it has not begun. */
  #queued: Promise<void> | undefined;
  #followers = 0;
  #following: NodeJS.Timeout | undefined;

  constructor(options: JournalStreamOptions) {
    this.#options = options;
  }

  /** Sends a message soon. While the store is unreachable, messages are dropped. */
  readonly publish = (message: StreamMessage, bytes: Buffer = Buffer.alloc(0), count = 1): void => {
    if (this.#options.connection.problem !== undefined) return;
    this.#batch.push({ message, bytes, count });
    this.#batchBytes += bytes.length;
    if (this.#batchBytes >= ITEM_BYTES) this.#flush();
    else this.#soon();
  };

  /** Resolves when this replica has received the whole stream, including its own messages. */
  readonly sync = (): Promise<void> => {
    this.#flush();
    this.#queued ??= this.#reading.then(async () => {
      this.#queued = undefined;
      await this.#sending;
      await this.#readAll();
    });
    this.#reading = this.#queued.catch(() => undefined);
    return this.#queued;
  };

  /** Reads the stream repeatedly until the returned function is called. */
  readonly follow = (): (() => void) => {
    this.#followers += 1;
    this.#following ??= repeat(() => void this.sync().catch(() => undefined), FOLLOW_MS).unref();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#followers -= 1;
      if (this.#followers === 0) this.#stop();
    };
  };

  /** Sends the remaining messages. */
  async close(): Promise<void> {
    this.#stop();
    this.#flush();
    await this.#sending;
  }

  #soon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    wait(() => this.#flush(), DELAY_MS).unref();
  }

  #stop(): void {
    clearInterval(this.#following);
    this.#following = undefined;
  }

  #flush(): void {
    this.#isDue = false;
    this.#options.gather();
    this.#send();
  }

  #send(): void {
    if (this.#batch.length === 0) return;
    const { connection, replica, bytes } = this.#options;
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    const heads = batch.map(({ message, bytes: own, count }) => [message, count, own.length]);
    // All messages share one byte part, because separate parts take several times as much CPU time.
    const item = [JSON.stringify([replica, heads]), Buffer.concat(batch.map(({ bytes: own }) => own))];
    const run = ['2', COMMON.journal, COMMON.journalEnd, String(this.#known), String(bytes), ...item];
    const sent = connection.send(COMMON.journal, ['EVAL', APPEND, ...run]).then((end) => {
      this.#known = Math.max(this.#known, toCount(end));
    });
    // Only journal entries can be lost here, because accounts are committed separately.
    this.#sending = Promise.all([this.#sending, sent]).catch(() => undefined);
  }

  async #readAll(): Promise<void> {
    const { connection } = this.#options;
    for (;;) {
      const range = ['XRANGE', COMMON.journal, `(${this.#read}-1`, '+', 'COUNT', String(READ_ITEMS)];
      const [end, reply] = await Promise.all([
        connection.send(COMMON.journalEnd, ['GET', COMMON.journalEnd]),
        connection.send(COMMON.journal, range, true),
      ]);
      // If the store was emptied or lost its last writes, the next item still gets a greater number.
      if (toCount(end) < this.#known) this.publish(['continued']);
      const items = toList(reply).map(toList);
      for (const [id, fields] of items) this.#receive(Number.parseInt(toText(id) ?? '', 10), toList(fields));
      if (items.length < READ_ITEMS) return;
    }
  }

  #receive(end: number, [, json, , bytes]: readonly Reply[]): void {
    this.#read = end;
    this.#known = Math.max(this.#known, end);
    if (!(json instanceof Buffer && bytes instanceof Buffer)) return;
    const { receive, reportCrash } = this.#options;
    let seq = end - json.length - bytes.length + 1;
    let at = 0;
    try {
      const [replica, heads] = checked(COMMON.journal, JSON.parse(json.toString()), isItem);
      for (const [message, count, length] of heads) {
        receive({ message, bytes: bytes.subarray(at, at + length), seq, replica });
        at += length;
        seq += count;
      }
    } catch (cause) {
      reportCrash(cause);
    }
  }
}

type Item = readonly [replica: string, heads: readonly (readonly [StreamMessage, count: number, length: number])[]];

function isItem(value: unknown): value is Item {
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !Array.isArray(value[1])) return false;
  return value[1].every((head) => {
    const [message, count, length]: unknown[] = Array.isArray(head) ? head : [];
    return (
      Array.isArray(message) &&
      typeof message[0] === 'string' &&
      typeof count === 'number' &&
      typeof length === 'number'
    );
  });
}

/** Captured now, because a test may replace timers later. */
const [wait, repeat] = [setTimeout, setInterval];
