/**
 * The journal of all replicas: one stream in the store, to which each replica appends its entries and events. A replica
 * reads the stream when somebody asks for the journal, and keeps reading while somebody waits or listens.
 */

import { setInterval, setTimeout } from 'node:timers';
import type { Reply, StoreConnection } from './connection.ts';
import { COMMON, toCount, toList, toText } from './replies.ts';
import { runScript, scriptOf } from './scripts.ts';

/**
 * Appends an item to the journal. KEYS: the stream, and the number of bytes that it ever had. ARGV: the number that the
 * replica knows, the bytes that the stream keeps, then the messages and the bytes of the item. The id of an item is the
 * number of bytes up to its end. Returns that number.
 */
const APPEND = scriptOf(`
local last = math.max(tonumber(redis.call('GET', KEYS[2]) or '0'), tonumber(ARGV[1])) + #ARGV[3] + #ARGV[4]
local id = string.format('%.0f', last)
redis.call('SET', KEYS[2], id)
local oldest = string.format('%.0f', math.max(last - tonumber(ARGV[2]), 0))
redis.call('XADD', KEYS[1], 'MINID', '~', oldest, id .. '-1', 'm', ARGV[3], 'b', ARGV[4])
return id`);

/** JSON that says what it is in its first place. */
export type StreamMessage = readonly [kind: string, ...rest: readonly unknown[]];

export interface ReceivedMessage {
  /** As the replica published it; all replicas have the same version. */
  readonly message: ReturnType<typeof JSON.parse>;
  readonly bytes: Buffer;
  /** The number of the message, or of the first entry in it. It is the same for all replicas, and only grows. */
  readonly seq: number;
  /** The replica that published it. */
  readonly replica: string;
}

export interface JournalStreamOptions {
  readonly connection: StoreConnection;
  /** The name of this replica. */
  readonly replica: string;
  /** The stream is cut to about so many bytes. */
  readonly bytes: number;
  readonly receive: (received: ReceivedMessage) => void;
  /** Publishes what this replica still collects. */
  readonly gather: () => void;
  readonly reportCrash: (cause: unknown) => void;
}

interface PackedMessage {
  readonly message: StreamMessage;
  readonly bytes: Buffer;
  /** How many numbers it takes. */
  readonly count: number;
}

/** How long a message may wait for others: an item for each would cost more than its request (decision 0015). */
const DELAY_MS = 10;
/** Twice as many bytes take more than twice as long to send (decision 0015). */
const ITEM_BYTES = 65_536;
/** How often the stream is read while somebody waits or listens. */
const FOLLOW_MS = 20;
const READ_ITEMS = 100;

export class JournalStream {
  readonly #options: JournalStreamOptions;
  #batch: PackedMessage[] = [];
  #batchBytes = 0;
  #isDue = false;
  /** The end of the last item that was read, and the greatest end that is known. */
  #read = 0;
  #known = 0;
  #sending: Promise<unknown> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();
  /** The next read, while it has not begun. */
  #queued: Promise<void> | undefined;
  #followers = 0;
  #following: NodeJS.Timeout | undefined;

  constructor(options: JournalStreamOptions) {
    this.#options = options;
  }

  /** Sends a message within a short time. While the store is gone, messages are dropped. */
  readonly publish = (message: StreamMessage, bytes: Buffer = Buffer.alloc(0), count = 1): void => {
    if (this.#options.connection.problem !== undefined) return;
    this.#batch.push({ message, bytes, count });
    this.#batchBytes += bytes.length;
    if (this.#batchBytes >= ITEM_BYTES) this.#send();
    else this.soon();
  };

  /** Gathers and sends within a short time. */
  readonly soon = (): void => {
    if (this.#isDue) return;
    this.#isDue = true;
    wait(() => this.#flush(), DELAY_MS).unref();
  };

  /** Resolves once all that is in the stream, and all that this replica has published, was received here. */
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

  /** Reads the stream until the returned function is called. */
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

  /** Sends what is left. */
  async close(): Promise<void> {
    this.#stop();
    this.#flush();
    await this.#sending;
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
    // The bytes of all messages are one part: as parts of their own they take several times as much CPU time.
    const item = [JSON.stringify([replica, heads]), Buffer.concat(batch.map(({ bytes: own }) => own))];
    const run = {
      keys: [COMMON.journal, COMMON.journalEnd],
      args: [String(this.#known), String(bytes), ...item],
    } as const;
    const sent = runScript(connection, APPEND, run).then((end) => {
      this.#known = Math.max(this.#known, toCount(end));
    });
    // Accounts are committed by themselves, so nothing is lost that has to be kept.
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
      // The store was emptied, or has lost its last writes: the next item gets a greater number all the same.
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
      const [replica, heads]: [string, [StreamMessage, number, number][]] = JSON.parse(json.toString());
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

/** Captured now: timers may be faked later, as in some tests. */
const [wait, repeat] = [setTimeout, setInterval];
