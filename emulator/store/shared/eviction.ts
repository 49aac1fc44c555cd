/** Whether an account fits within the bounds, and evicting those that were idle longest, or generations of theirs. */

import type { Account } from '../../domain/account.ts';
import { evictEnded, hasEvictable, hasLive, sizeOf } from '../../domain/account-generations.ts';
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
  /** All of an account, without counting as asked for; nothing if none is open. */
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

  /** Whether an account fits, after an idle one was evicted for it where that is needed. */
  async fits(account: Account, { size, isNew, realNow }: SpaceNeeded): Promise<boolean> {
    const { bounds, index } = this.#parts;
    const growth = sizeOf(account) - size;
    if (sizeOf(account) > bounds.generationsPerAccount || account.bytes > bounds.bytesPerAccount) return false;
    if (growth > 0 && index.generations + growth > bounds.generations) return false;
    return !isNew || (await index.size()) < bounds.accounts || this.#evictIdle(realNow);
  }

  /** Evicts an ended generation of the account that was idle longest; false where there is none. */
  async evictElsewhere(realNow: number): Promise<boolean> {
    const { index, listener, store } = this.#parts;
    for (const name of await index.idleSince(realNow, MOST_CANDIDATES)) {
      const account = await this.#load(name);
      if (account === undefined || !hasEvictable(account, realNow)) continue;
      if (!evictEnded(account, readClock(account.clock, realNow))) continue;
      const { changes } = account;
      const committing = store.commit(account, changes);
      // Decisions of other requests during this commit must not be added to its changes.
      account.changes = noChanges();
      if ((await committing) !== 'kept') continue;
      listener.evictedFrom(account, changes);
      return true;
    }
    return false;
  }

  async #evictIdle(realNow: number): Promise<boolean> {
    const { bounds, index, store } = this.#parts;
    for (const name of await index.idleSince(realNow - bounds.idleMs, MOST_CANDIDATES)) {
      const account = await this.#load(name);
      if (account === undefined || hasLive(account, realNow)) continue;
      if ((await store.replace(name, { before: account, realNow })) === 'kept') return true;
    }
    return (await index.size()) < bounds.accounts;
  }

  /** Loads an account. Returns nothing if it cannot be read, or if a killed replica left its name behind. */
  async #load(name: string): Promise<Account | undefined> {
    const { index, load } = this.#parts;
    try {
      const account = await load(name);
      if (account === undefined) await index.remove(name);
      return account;
    } catch (cause) {
      if (cause instanceof AccountDamaged) return undefined;
      throw cause;
    }
  }
}
