/** Which accounts are open, how long each was idle, how many generations they have together, and evicting them. */

import type { Account } from '../../domain/account.ts';
import { evictEnded, hasLive, sizeOf } from '../../domain/account-generations.ts';
import { noChanges } from '../../domain/changes.ts';
import { readClock } from '../../domain/clock.ts';
import { AccountDamaged, type AccountStore } from '../../domain/store.ts';
import type { StoreBounds, StoreListener } from '../memory.ts';
import type { StoreConnection } from './connection.ts';
import { COMMON, toCount, toTexts } from './replies.ts';

/** A store that evicts accounts and generations for others. */
interface EvictingStore extends Pick<AccountStore, 'commit' | 'replace'> {
  /** Loads all of an account, which does not count as a request. Returns nothing if none is open. */
  readonly loadAll: (name: string) => Promise<Account | undefined>;
}

type MakeRoom = (account: Account) => Promise<boolean>;

export interface SpaceNeeded {
  /** Generations of the account that is replaced. */
  readonly size: number;
  readonly isNew: boolean;
  readonly realNow: number;
}

/** How often the counts of this replica go to the store. */
const FLUSH_MS = 1000;
/** This close to the bound, each request asks for the number of generations: other replicas may have added some. */
const NEAR = 1000;
/** The most accounts that one search for room reads. */
const MOST_CANDIDATES = 100;

/** Other replicas' counts are known as of the last flush, so bounds are kept approximately. */
export class AccountIndex {
  readonly bounds: StoreBounds;
  readonly #connection: StoreConnection;
  readonly #listener: StoreListener;
  readonly #timer: NodeJS.Timeout;
  /** By name, the time of the last request since the last flush. */
  readonly #seen = new Map<string, number>();
  /** Generations that were added here, and that the store has not counted. */
  #added = 0;
  /** Generations that the store has counted. */
  #counted = 0;
  #flushing: Promise<unknown> = Promise.resolve();

  constructor(connection: StoreConnection, bounds: StoreBounds, listener: StoreListener) {
    this.#connection = connection;
    this.bounds = bounds;
    this.#listener = listener;
    this.#timer = setInterval(() => void this.flush().catch(() => undefined), FLUSH_MS).unref();
  }

  /** Whether all accounts have their maximum number of generations, with some more than were counted. */
  isFull(more: number): boolean {
    return this.#counted + this.#added + more >= this.bounds.generations;
  }

  /** Asks for the counts of the other replicas, if they make a difference. */
  settle(): Promise<void> | undefined {
    return this.isFull(NEAR) ? this.flush() : undefined;
  }

  see(name: string, realNow: number): void {
    this.#seen.set(name, realNow);
  }

  count(generations: number): void {
    this.#added += generations;
  }

  /** Adds accounts with the times of their last requests. */
  async add(accounts: readonly (readonly [name: string, realTime: number])[]): Promise<void> {
    if (accounts.length === 0) return;
    const scores = accounts.flatMap(([name, at]) => [String(at), name]);
    await this.#connection.send(COMMON.accounts, ['ZADD', COMMON.accounts, 'GT', ...scores]);
  }

  async remove(name: string): Promise<void> {
    this.#seen.delete(name);
    await this.#connection.send(COMMON.accounts, ['ZREM', COMMON.accounts, name]);
  }

  /** The names of all accounts. */
  async names(): Promise<string[]> {
    return toTexts(await this.#connection.send(COMMON.accounts, ['ZRANGE', COMMON.accounts, '0', '-1']));
  }

  /** Sends what was counted here, and learns what was counted elsewhere. */
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

  /** Whether an account fits within the bounds. Evicts an idle account for it if necessary. */
  async fits(store: EvictingStore, account: Account, { size, isNew, realNow }: SpaceNeeded): Promise<boolean> {
    const { generationsPerAccount, bytesPerAccount, accounts, idleMs } = this.bounds;
    const growth = sizeOf(account) - size;
    if (sizeOf(account) > generationsPerAccount || account.bytes > bytesPerAccount) return false;
    if (growth > 0 && this.isFull(growth - 1)) return false;
    const hasRoom = async (): Promise<boolean> =>
      toCount(await this.#connection.send(COMMON.accounts, ['ZCARD', COMMON.accounts])) < accounts;
    if (!isNew || (await hasRoom())) return true;
    const remove: MakeRoom = async (idle) =>
      !hasLive(idle, realNow) && (await store.replace(idle.name, { before: idle, realNow })) === 'kept';
    return (await this.#search(store, realNow - idleMs, remove)) || hasRoom();
  }

  /** Evicts an ended generation of the account that was idle longest. Returns false if there is none. */
  async evictElsewhere(store: EvictingStore, realNow: number): Promise<boolean> {
    return this.#search(store, realNow, async (account) => {
      if (!evictEnded(account, readClock(account.clock, realNow))) return false;
      const { changes } = account;
      // Decisions of other requests during the commit must not be added to its changes.
      account.changes = noChanges();
      if ((await store.commit(account, changes)) !== 'kept') return false;
      this.#listener.evictedFrom(account, changes);
      return true;
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Tries the accounts without a request since a time, until one has made room. The idlest account is the first. */
  async #search({ loadAll }: EvictingStore, since: number, makeRoom: MakeRoom): Promise<boolean> {
    await this.flush();
    const range = ['ZRANGEBYSCORE', COMMON.accounts, '-inf', String(since), 'LIMIT', '0', String(MOST_CANDIDATES)];
    for (const name of toTexts(await this.#connection.send(COMMON.accounts, range))) {
      try {
        const account = await loadAll(name);
        // A killed replica may have left the name behind.
        if (account === undefined) await this.remove(name);
        else if (await makeRoom(account)) return true;
      } catch (cause) {
        if (!(cause instanceof AccountDamaged)) throw cause;
      }
    }
    return false;
  }
}
