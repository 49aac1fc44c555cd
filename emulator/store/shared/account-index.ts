/**
 * Tracks when open accounts were last used, and their total of generations. A replica sends and
 * reads counts about once a second, so bounds are approximate.
 */

import type { StoreBounds } from '../memory.ts';
import type { StoreConnection } from './connection.ts';
import { COMMON, toCount, toTexts } from './replies.ts';

/** The distance to the bound below which each request reads the total, because other replicas add generations, too. */
const NEAR = 1000;
/** The maximum number of accounts that one search for space reads. */
const MOST_CANDIDATES = 100;

export class AccountIndex {
  readonly bounds: StoreBounds;
  readonly #connection: StoreConnection;
  /** The time of the last request of each account since the last flush, by name. */
  readonly #seen = new Map<string, number>();
  /** The number of generations that were added here and not yet sent to the store. */
  #added = 0;
  /** The total that the store last reported. */
  #counted = 0;
  #flushing: Promise<unknown> = Promise.resolve();

  constructor(connection: StoreConnection, bounds: StoreBounds) {
    this.#connection = connection;
    this.bounds = bounds;
  }

  /** Reports whether the store would be full after `more` further generations. */
  isFull(more: number): boolean {
    return this.#counted + this.#added + more >= this.bounds.generations;
  }

  /** Reads the counts of the other replicas if the total is near the bound. */
  flushNearBound(): Promise<void> | undefined {
    return this.isFull(NEAR) ? this.flush() : undefined;
  }

  see(name: string, realNow: number): void {
    this.#seen.set(name, realNow);
  }

  count(generations: number): void {
    this.#added += generations;
  }

  /** Adds an account, with the time of its last request. */
  async add(name: string, realNow: number): Promise<void> {
    await this.#send('ZADD', 'GT', String(realNow), name);
  }

  async remove(name: string): Promise<void> {
    this.#seen.delete(name);
    await this.#send('ZREM', name);
  }

  /** Returns the names of all open accounts. */
  async names(): Promise<string[]> {
    return toTexts(await this.#send('ZRANGE', '0', '-1'));
  }

  /** Returns the names of accounts that were idle since a time, idlest first. */
  async idleSince(realTime: number): Promise<string[]> {
    await this.flush();
    return toTexts(await this.#send('ZRANGEBYSCORE', '-inf', String(realTime), 'LIMIT', '0', String(MOST_CANDIDATES)));
  }

  /** Reports whether another account fits. */
  async hasRoom(): Promise<boolean> {
    return toCount(await this.#send('ZCARD')) < this.bounds.accounts;
  }

  /** Sends the counts of this replica, and reads the total of all replicas. */
  flush(): Promise<void> {
    const flushed = this.#flushing.then(async () => {
      const [seen, added] = [[...this.#seen], this.#added];
      this.#seen.clear();
      const counting = this.#connection.send(COMMON.generations, ['INCRBY', COMMON.generations, String(added)]);
      this.#counted = toCount(await counting);
      this.#added -= added;
      if (seen.length > 0) await this.#send('ZADD', 'GT', ...seen.flatMap(([name, at]) => [String(at), name]));
    });
    this.#flushing = flushed.catch(() => undefined);
    return flushed;
  }

  /** Sends a command about the names of accounts, which are sorted by the times of their last requests. */
  #send(command: string, ...args: readonly string[]): Promise<unknown> {
    return this.#connection.send(COMMON.accounts, [command, COMMON.accounts, ...args]);
  }
}
