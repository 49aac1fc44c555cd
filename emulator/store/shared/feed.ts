/**
 * What replicas publish to each other, in one order that is the same for all: a stream in the store. Each replica
 * receives what it publishes itself, too, so that what came of it is the same everywhere.
 */

import { randomBytes } from 'node:crypto';
import type { StoreConnection } from './connection.ts';
import { packMessages, unpackMessages, type FeedMessage, type PackedMessage } from './feed-messages.ts';
import { FeedReader, type FeedItem } from './feed-reader.ts';
import { COMMON } from './store-keys.ts';

export interface ReceivedMessage {
  /** As the replica published it; all replicas are of one version. */
  readonly message: ReturnType<typeof JSON.parse>;
  readonly bytes: Buffer;
  /** The number of the message, or of the first thing in it, the same for all replicas; it only grows. */
  readonly seq: number;
  /** Who published it. */
  readonly replica: string;
}

export interface FeedOptions {
  /** For commands. */
  readonly connection: StoreConnection;
  /** For reading, which blocks it. */
  readonly reading: StoreConnection;
  /** The stream is cut to about so many bytes. */
  readonly bytes: number;
  readonly now: () => number;
  readonly receive: (received: ReceivedMessage) => void;
  /** Publishes what waits to be published: others want to have it now. */
  readonly gather: () => void;
  readonly reportCrash: (cause: unknown) => void;
}

const BEAT_MS = 1000;
/** A replica that has published nothing for so long is gone. */
const ALIVE_MS = 3500;
/** How long is waited for replicas that may be gone. */
const SYNC_MS = 1000;
/** With what one more message stands for it stays below the numbers that there are for each item. */
const LARGEST_BATCH = 256;

/** Of another replica. */
interface Peer {
  heardAt: number;
  listeners: number;
}

export class Feed {
  readonly replica = randomBytes(6).toString('base64url');
  readonly #options: FeedOptions;
  readonly #reader: FeedReader;
  readonly #peers = new Map<string, Peer>();
  readonly #awaited = new Map<string, Barrier>();
  readonly #timer: NodeJS.Timeout;
  #batch: PackedMessage[] = [];
  #batchCount = 0;
  /** What was sent and did not come back yet, by number. */
  readonly #sent = new Map<number, readonly PackedMessage[]>();
  #sentItems = 0;
  #sending: Promise<unknown> = Promise.resolve();
  #barriers = 0;
  #listeners = 0;

  constructor(options: FeedOptions) {
    this.#options = options;
    const { reading, connection, bytes, reportCrash } = options;
    this.#reader = new FeedReader({ reading, connection, bytes, reportCrash, take: (item) => this.#take(item) });
    this.#timer = setInterval(() => this.#beat(), BEAT_MS).unref();
  }

  /** Reads what is there, and says that this replica is, too. */
  async open(): Promise<void> {
    await this.#reader.open();
    this.#beat();
    await this.sync();
  }

  /** Whether a replica has somebody who listens to events. */
  get hasListeners(): boolean {
    if (this.#listeners > 0) return true;
    for (const { listeners } of this.#peers.values()) if (listeners > 0) return true;
    return false;
  }

  /** Somebody begins (1) or ends (-1) to listen to events here; resolves once all replicas know. */
  async listen(change: 1 | -1): Promise<void> {
    this.#listeners += change;
    await this.sync();
  }

  /** Sends to all replicas. While the store is gone nothing is sent, and nothing is kept for later. */
  publish(message: FeedMessage, bytes: Buffer = NO_BYTES, count = 1): void {
    if (this.#options.connection.problem !== undefined) return;
    if (this.#batch.length === 0) setImmediate(() => this.#flush());
    this.#batch.push({ message, bytes, count });
    this.#batchCount += count;
    if (this.#batchCount >= LARGEST_BATCH) this.#flush();
  }

  /** Resolves once all that any replica has published before was received here. */
  async sync(): Promise<void> {
    this.#barriers += 1;
    const token = `${this.replica}${this.#barriers}`;
    const barrier = new Barrier(new Set([this.replica, ...this.#alive()]));
    this.#awaited.set(token, barrier);
    try {
      this.#options.gather();
      this.publish(['barrier', token, this.#listeners]);
      this.#flush();
      await this.#sending;
      await barrier.passed(SYNC_MS);
    } finally {
      this.#awaited.delete(token);
    }
  }

  /** The connection was lost, and what was published meanwhile may be, too. */
  reopened(): void {
    this.#reader.reopened();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#options.gather();
    this.publish(['gone']);
    this.#flush();
    await this.#sending;
    this.#reader.close();
  }

  #beat(): void {
    this.publish(['alive', this.#listeners]);
  }

  #alive(): string[] {
    const since = this.#options.now() - ALIVE_MS;
    for (const [replica, { heardAt }] of this.#peers) if (heardAt < since) this.#peers.delete(replica);
    return [...this.#peers.keys()];
  }

  #flush(): void {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    this.#batchCount = 0;
    this.#sentItems += 1;
    const number = this.#sentItems;
    const from = `${this.replica} ${number}`;
    const command = ['XADD', COMMON.feed, ...this.#reader.trimming(), '*', from, packMessages(batch)];
    this.#sent.set(number, batch);
    const sent = this.#options.connection.send(COMMON.feed, command);
    // Nothing is lost that has to be kept: accounts are committed by themselves.
    sent.catch(() => this.#sent.delete(number));
    this.#sending = Promise.all([this.#sending, sent]).catch(() => undefined);
  }

  #take({ seq, at, fields }: FeedItem): void {
    const [replica = '', number] = (fields[0]?.toString() ?? '').split(' ');
    if (replica !== this.replica) this.#hear(replica, at);
    let next = seq + 1;
    for (const { message, bytes, count } of this.#messagesOf(replica, Number(number), fields[1])) {
      this.#receive({ message, bytes, seq: next, replica });
      next += count;
    }
  }

  /** What this replica has sent needs no reading. */
  #messagesOf(replica: string, number: number, packed: Buffer = NO_BYTES): readonly PackedMessage[] {
    const own = replica === this.replica ? this.#sent.get(number) : undefined;
    if (own === undefined) return unpackMessages(packed);
    this.#sent.delete(number);
    return own;
  }

  #hear(replica: string, at: number): void {
    const peer = this.#peers.get(replica);
    if (peer === undefined) this.#peers.set(replica, { heardAt: at, listeners: 0 });
    else peer.heardAt = Math.max(peer.heardAt, at);
  }

  #receive(received: ReceivedMessage): void {
    const { replica } = received;
    const [kind, first, second]: FeedMessage = received.message;
    const peer = this.#peers.get(replica);
    if (kind === 'alive') {
      if (peer !== undefined) peer.listeners = Number(first);
    } else if (kind === 'gone') {
      this.#peers.delete(replica);
    } else if (kind === 'barrier') {
      if (peer !== undefined) peer.listeners = Number(second);
      // Behind all that this replica has published before.
      if (replica === this.replica) this.#awaited.get(String(first))?.pass(replica);
      else this.#answer(String(first), received);
    } else if (kind === 'passed') {
      if (peer !== undefined) peer.listeners = Number(second);
      this.#awaited.get(String(first))?.pass(replica);
    } else {
      this.#options.receive(received);
    }
  }

  #answer(token: string, { replica }: ReceivedMessage): void {
    if (!this.#reader.isOpen || !this.#peers.has(replica)) return;
    this.#options.gather();
    this.publish(['passed', token, this.#listeners]);
    this.#flush();
  }
}

const NO_BYTES = Buffer.alloc(0);

/** Waits until each of some replicas has said that all it had to publish is there. */
class Barrier {
  readonly #awaited: Set<string>;
  #resolve: (() => void) | undefined;

  constructor(awaited: Set<string>) {
    this.#awaited = awaited;
  }

  pass(replica: string): void {
    this.#awaited.delete(replica);
    if (this.#awaited.size === 0) this.#resolve?.();
  }

  passed(mostMs: number): Promise<void> {
    if (this.#awaited.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, mostMs);
      this.#resolve = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
