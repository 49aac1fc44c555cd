/** Which accounts are open, how long each was idle, and how many generations they have together. */

import type { StoreConnection } from './connection.ts';
import { COMMON, toCount, toTexts } from './replies.ts';

/** How often the counts of this replica go to the store. */
const FLUSH_MS = 1000;
/** This close to the bound, each request asks for the number of generations: other replicas may have added some. */
const NEAR = 1000;

/** Other replicas' counts are known as of the last flush, so bounds are kept approximately. */
export class AccountIndex {
  readonly #connection: StoreConnection;
  readonly #timer: NodeJS.Timeout;
  /** By name, the time of the last request since the last flush. */
  readonly #seen = new Map<string, number>();
  /** Generations that were added here, and that the store has not counted. */
  #added = 0;
  /** Generations that the store has counted. */
  #counted = 0;
  #flushing: Promise<unknown> = Promise.resolve();

  constructor(connection: StoreConnection) {
    this.#connection = connection;
    this.#timer = setInterval(() => void this.flush().catch(() => undefined), FLUSH_MS).unref();
  }

  /** Generations in all accounts. */
  get generations(): number {
    return this.#counted + this.#added;
  }

  /** Asks for the counts of the other replicas, if they make a difference. */
  settle(bound: number): Promise<void> | undefined {
    return this.generations > bound - NEAR ? this.flush() : undefined;
  }

  see(name: string, realNow: number): void {
    this.#seen.set(name, realNow);
  }

  count(generations: number): void {
    this.#added += generations;
  }

  /** Adds an account that opens. Called again once it is open, in case it was removed in between. */
  async add(name: string, realNow: number): Promise<void> {
    await this.#list([[name, realNow]]);
  }

  async remove(name: string): Promise<void> {
    this.#seen.delete(name);
    await this.#connection.send(COMMON.accounts, ['ZREM', COMMON.accounts, name]);
  }

  /** The number of accounts. */
  async size(): Promise<number> {
    return toCount(await this.#connection.send(COMMON.accounts, ['ZCARD', COMMON.accounts]));
  }

  /** All names. */
  async names(): Promise<string[]> {
    return toTexts(await this.#connection.send(COMMON.accounts, ['ZRANGE', COMMON.accounts, '0', '-1']));
  }

  /** Names of accounts without a request since a time, the account that was idle longest first. */
  async idleSince(realTime: number, most: number): Promise<string[]> {
    await this.flush();
    const range = ['ZRANGEBYSCORE', COMMON.accounts, '-inf', String(realTime), 'LIMIT', '0', String(most)];
    return toTexts(await this.#connection.send(COMMON.accounts, range));
  }

  /** Sends what was counted here, and learns what was counted elsewhere. */
  flush(): Promise<void> {
    const flushed = this.#flushing.then(() => this.#flush());
    this.#flushing = flushed.catch(() => undefined);
    return flushed;
  }

  async #flush(): Promise<void> {
    const [seen, added] = [[...this.#seen], this.#added];
    this.#seen.clear();
    const counting = this.#connection.send(COMMON.generations, ['INCRBY', COMMON.generations, String(added)]);
    this.#counted = toCount(await counting);
    this.#added -= added;
    await this.#list(seen);
  }

  async #list(names: readonly (readonly [name: string, realTime: number])[]): Promise<void> {
    if (names.length === 0) return;
    const scores = names.flatMap(([name, at]) => [String(at), name]);
    await this.#connection.send(COMMON.accounts, ['ZADD', COMMON.accounts, 'GT', ...scores]);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
