/** Checks whether an account fits within the bounds. Evicts accounts that were idle longest, or their generations. */

import type { Account } from '../../domain/account.ts';
import { evictEnded, hasLive, sizeOf } from '../../domain/account-generations.ts';
import { noChanges } from '../../domain/changes.ts';
import { readClock } from '../../domain/clock.ts';
import { AccountDamaged, type AccountStore } from '../../domain/store.ts';
import type { StoreBounds, StoreListener } from '../memory.ts';
import type { AccountIndex } from './account-index.ts';

export interface EvictionParts {
  readonly index: AccountIndex;
  readonly bounds: StoreBounds;
  readonly listener: StoreListener;
  readonly store: Pick<AccountStore, 'commit' | 'replace'>;
  /** Loads all of an account, which does not count as a request. Returns nothing if none is open. */
  readonly load: (name: string) => Promise<Account | undefined>;
}

export interface SpaceNeeded {
  /** Generations of the account that is replaced. */
  readonly size: number;
  readonly isNew: boolean;
  readonly realNow: number;
}

/** The most accounts that one search for room reads. */
const MOST_CANDIDATES = 100;

export class Eviction {
  readonly #parts: EvictionParts;

  constructor(parts: EvictionParts) {
    this.#parts = parts;
  }

  /** Whether an account fits. Evicts an idle account for it if necessary. */
  async fits(account: Account, { size, isNew, realNow }: SpaceNeeded): Promise<boolean> {
    const { bounds, index, store } = this.#parts;
    const growth = sizeOf(account) - size;
    if (sizeOf(account) > bounds.generationsPerAccount || account.bytes > bounds.bytesPerAccount) return false;
    if (growth > 0 && index.generations + growth > bounds.generations) return false;
    const hasRoom = async (): Promise<boolean> => (await index.size()) < bounds.accounts;
    if (!isNew || (await hasRoom())) return true;
    const remove = async (idle: Account): Promise<boolean> =>
      !hasLive(idle, realNow) && (await store.replace(idle.name, { before: idle, realNow })) === 'kept';
    return (await this.#search(realNow - bounds.idleMs, remove)) || hasRoom();
  }

  /** Evicts an ended generation of the account that was idle longest. Returns false if there is none. */
  async evictElsewhere(realNow: number): Promise<boolean> {
    const { listener, store } = this.#parts;
    return this.#search(realNow, async (account) => {
      if (!evictEnded(account, readClock(account.clock, realNow))) return false;
      const { changes } = account;
      // Decisions of other requests during the commit must not be added to its changes.
      account.changes = noChanges();
      if ((await store.commit(account, changes)) !== 'kept') return false;
      listener.evictedFrom(account, changes);
      return true;
    });
  }

  /** Tries the accounts without a request since a time, until one has made room. */
  async #search(since: number, makeRoom: (account: Account) => Promise<boolean>): Promise<boolean> {
    const { index, load } = this.#parts;
    for (const name of await index.idleSince(since, MOST_CANDIDATES)) {
      try {
        const account = await load(name);
        // A killed replica may have left the name behind.
        if (account === undefined) await index.remove(name);
        else if (await makeRoom(account)) return true;
      } catch (cause) {
        if (!(cause instanceof AccountDamaged)) throw cause;
      }
    }
    return false;
  }
}
