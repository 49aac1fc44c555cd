/** Which accounts there are, how long each was idle, and how many generations they have together. */

import type { StoreConnection } from './connection.ts';
import { toCount, toTexts } from './reply.ts';
import { COMMON } from './store-keys.ts';

/** How often what this replica has counted goes to the store. */
const FLUSH_MS = 1000;

/** So close to its bound the number of generations is asked for with each request: others may have added some. */
const NEAR = 1000;

/** The counts of other replicas are known as they were at the last flush, so bounds are kept approximately. */
export class AccountIndex {
  readonly #connection: StoreConnection;
  readonly #timer: NodeJS.Timeout;
  /** By name, when each account was last asked for since the last flush. */
  #seen = new Map<string, number>();
  /** Generations that were added since the last flush, and those on their way. */
  #added = 0;
  #sent = 0;
  #generations = 0;

  constructor(connection: StoreConnection) {
    this.#connection = connection;
    this.#timer = setInterval(() => void this.flush().catch(() => undefined), FLUSH_MS).unref();
  }

  /** Generations in all accounts. */
  get generations(): number {
    return this.#generations + this.#sent + this.#added;
  }

  /** Counts as they are now, where so few more make a difference; nothing is asked where they do not. */
  settle(bound: number): Promise<void> | undefined {
    return this.generations > bound - NEAR ? this.flush() : undefined;
  }

  see(name: string, realNow: number): void {
    this.#seen.set(name, realNow);
  }

  count(generations: number): void {
    this.#added += generations;
  }

  /** An account is about to be opened; once more when it is, in case it was removed in between. */
  async add(name: string, realNow: number): Promise<void> {
    await Promise.all(this.#list([String(realNow), name]));
  }

  async remove(name: string): Promise<void> {
    this.#seen.delete(name);
    await Promise.all([COMMON.accounts, COMMON.seen].map((key) => this.#connection.send(key, ['ZREM', key, name])));
  }

  /** How many accounts there are. */
  async size(): Promise<number> {
    return toCount(await this.#connection.send(COMMON.accounts, ['ZCARD', COMMON.accounts]));
  }

  /** All names, in the order in which they opened. */
  async names(): Promise<string[]> {
    return toTexts(await this.#connection.send(COMMON.accounts, ['ZRANGE', COMMON.accounts, '0', '-1']));
  }

  /** Names of accounts that were not asked for since, the one that was idle longest first. */
  async idleSince(realTime: number, most: number): Promise<string[]> {
    await this.flush();
    const range = ['ZRANGEBYSCORE', COMMON.seen, '-inf', String(realTime), 'LIMIT', '0', String(most)];
    return toTexts(await this.#connection.send(COMMON.seen, range));
  }

  /** Sends what was counted here, and learns what was counted elsewhere. */
  async flush(): Promise<void> {
    const [seen, added] = [this.#seen, this.#added];
    this.#seen = new Map();
    this.#added = 0;
    this.#sent += added;
    try {
      const counting = this.#connection.send(COMMON.generations, ['INCRBY', COMMON.generations, String(added)]);
      await Promise.all([counting, ...this.#list([...seen].flatMap(([name, at]) => [String(at), name]))]);
      this.#generations = toCount(await counting);
    } catch (cause) {
      this.#added += added;
      throw cause;
    } finally {
      this.#sent -= added;
    }
  }

  /** Lists accounts, also those that were removed while they opened anew. */
  #list(names: readonly string[]): Promise<unknown>[] {
    if (names.length === 0) return [];
    return [
      this.#connection.send(COMMON.seen, ['ZADD', COMMON.seen, 'GT', ...names]),
      this.#connection.send(COMMON.accounts, ['ZADD', COMMON.accounts, 'NX', ...names]),
    ];
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
