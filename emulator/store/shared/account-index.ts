/** Tracks when open accounts were last used, and their total of generations. Evicts idle accounts. */

import type { Account } from '../../domain/account.ts';
import { evictEnded, hasLive, sizeOf } from '../../domain/account-generations.ts';
import { bytesOf } from '../../domain/account-size.ts';
import { noChanges } from '../../domain/changes.ts';
import { readClock } from '../../domain/clock.ts';
import { AccountDamaged, type AccountStore } from '../../domain/store.ts';
import type { StoreBounds, StoreListener } from '../memory.ts';
import type { StoreConnection } from './connection.ts';
import { COMMON, toCount, toTexts } from './replies.ts';

/** A store in which the index evicts accounts and generations. */
interface EvictingStore extends Pick<AccountStore, 'commit' | 'replace'> {
  /** Loads a whole account, or undefined if none is open. The load does not count as a request. */
  readonly loadAll: (name: string) => Promise<Account | undefined>;
}

type MakeRoom = (account: Account) => Promise<boolean>;

export interface SpaceNeeded {
  /** The number of generations in the account that is replaced. */
  readonly size: number;
  readonly isNew: boolean;
  readonly realNow: number;
}

/** The interval at which this replica sends its counts to the store. */
const FLUSH_MS = 1000;
/** The distance to the bound below which each request reads the total, because other replicas add generations, too. */
const NEAR = 1000;
/** The maximum number of accounts that one search for space reads. */
const MOST_CANDIDATES = 100;

/** An index of all open accounts. Bounds are approximate, because the counts of other replicas arrive once a second. */
export class AccountIndex {
  readonly bounds: StoreBounds;
  readonly #connection: StoreConnection;
  readonly #listener: StoreListener;
  readonly #timer: NodeJS.Timeout;
  /** The time of the last request of each account since the last flush, by name. */
  readonly #seen = new Map<string, number>();
  /** The number of generations that were added here and not yet sent to the store. */
  #added = 0;
  /** The total that the store last reported. */
  #counted = 0;
  #flushing: Promise<unknown> = Promise.resolve();

  constructor(connection: StoreConnection, bounds: StoreBounds, listener: StoreListener) {
    this.#connection = connection;
    this.bounds = bounds;
    this.#listener = listener;
    this.#timer = setInterval(() => void this.flush().catch(() => undefined), FLUSH_MS).unref();
  }

  /** Reports whether the store would be full after `more` further generations. */
  isFull(more: number): boolean {
    return this.#counted + this.#added + more >= this.bounds.generations;
  }

  /** Reads the counts of the other replicas if the total is near the bound. */
  settle(): Promise<void> | undefined {
    return this.isFull(NEAR) ? this.flush() : undefined;
  }

  see(name: string, realNow: number): void {
    this.#seen.set(name, realNow);
  }

  count(generations: number): void {
    this.#added += generations;
  }

  /** Adds accounts, with the times of their last requests. */
  async add(accounts: readonly (readonly [name: string, realTime: number])[]): Promise<void> {
    if (accounts.length === 0) return;
    const scores = accounts.flatMap(([name, at]) => [String(at), name]);
    await this.#connection.send(COMMON.accounts, ['ZADD', COMMON.accounts, 'GT', ...scores]);
  }

  async remove(name: string): Promise<void> {
    this.#seen.delete(name);
    await this.#connection.send(COMMON.accounts, ['ZREM', COMMON.accounts, name]);
  }

  /** Returns the names of all open accounts. */
  async names(): Promise<string[]> {
    return toTexts(await this.#connection.send(COMMON.accounts, ['ZRANGE', COMMON.accounts, '0', '-1']));
  }

  /** Sends the counts of this replica, and reads the total of all replicas. */
  flush(): Promise<void> {
    const flushed = this.#flushing.then(async () => {
      const [seen, added] = [[...this.#seen], this.#added];
      this.#seen.clear();
      const counting = this.#connection.send(COMMON.generations, ['INCRBY', COMMON.generations, String(added)]);
      this.#counted = toCount(await counting);
      this.#added -= added;
      await this.add(seen);
    });
    this.#flushing = flushed.catch(() => undefined);
    return flushed;
  }

  /** Reports whether an account fits within the bounds. If necessary, evicts an idle account. */
  async fits(store: EvictingStore, account: Account, { size, isNew, realNow }: SpaceNeeded): Promise<boolean> {
    const { generationsPerAccount, bytesPerAccount, accounts, idleMs } = this.bounds;
    const growth = sizeOf(account) - size;
    if (sizeOf(account) > generationsPerAccount || bytesOf(account) > bytesPerAccount) return false;
    if (growth > 0 && this.isFull(growth - 1)) return false;
    const hasRoom = async (): Promise<boolean> =>
      toCount(await this.#connection.send(COMMON.accounts, ['ZCARD', COMMON.accounts])) < accounts;
    if (!isNew || (await hasRoom())) return true;
    const remove: MakeRoom = async (idle) =>
      !hasLive(idle, realNow) && (await store.replace(idle.name, { before: idle, realNow })) === 'kept';
    return (await this.#search(store, realNow - idleMs, remove)) || hasRoom();
  }

  /** Evicts an ended generation from the least recently used account. Returns false if there is none. */
  async evictElsewhere(store: EvictingStore, realNow: number): Promise<boolean> {
    return this.#search(store, realNow, async (account) => {
      if (!evictEnded(account, readClock(account.clock, realNow))) return false;
      const { changes } = account;
      // Other requests may change the account during the commit, so their changes are collected separately.
      account.changes = noChanges();
      if ((await store.commit(account, changes)) !== 'kept') return false;
      this.#listener.evictedFrom(account, changes);
      return true;
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Visits accounts that were idle since a time, idlest first, until one of them made space. */
  async #search({ loadAll }: EvictingStore, since: number, makeRoom: MakeRoom): Promise<boolean> {
    await this.flush();
    const range = ['ZRANGEBYSCORE', COMMON.accounts, '-inf', String(since), 'LIMIT', '0', String(MOST_CANDIDATES)];
    for (const name of toTexts(await this.#connection.send(COMMON.accounts, range))) {
      try {
        const account = await loadAll(name);
        // A replica that was killed may have left the name behind.
        if (account === undefined) await this.remove(name);
        else if (await makeRoom(account)) return true;
      } catch (cause) {
        if (!(cause instanceof AccountDamaged)) throw cause;
      }
    }
    return false;
  }
}
