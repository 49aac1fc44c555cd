/**
 * The commit port: where accounts are kept between requests. A store does not know the rules of accounts (decision
 * 0011).
 */

import type { Account } from './account.ts';
import type { Changes } from './changes.ts';

/**
 * `kept`: every later `enter` sees the changes. `conflict`: the account was changed or removed since it was entered,
 * and the decision runs again. `full`: the bounds would be exceeded, and `Capacity.isFull` now returns true.
 */
export type CommitResult = 'kept' | 'conflict' | 'full';

/** The records that a request will probably read, in addition to the single values of its account. */
export interface Expected {
  /** The id of a generation. */
  readonly generation?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Each method may reject with a StoreUnavailable: nothing is kept then. */
export interface AccountStore {
  /**
   * Returns the account as last committed, or undefined if none is open. A store may load only a part of the account.
   * If a decision reads more, its commit reports a conflict, and the next `enter` loads the rest. Code outside of
   * decisions must not read collections.
   */
  enter(name: string, realNow: number, expected?: Expected): Promise<Account | undefined>;
  /**
   * Commits the changes of an account that was entered. Resolves when they, and all changes that the decision has read,
   * cannot be lost any more.
   */
  commit(account: Account, changes: Changes): Promise<CommitResult>;
  /** Opens, replaces or removes an account, as one commit. After a conflict, only its single values may differ. */
  replace(name: string, replacement: Replacement): Promise<CommitResult>;
  /** For the control API. */
  list(): Promise<AccountList>;
  /** Removes what is kept under a name and cannot be read. Absent where all that is kept can be. */
  readonly discard?: ((name: string) => Promise<void>) | undefined;
  /** Resolves when all that is kept beside accounts, such as the journal, is written. Absent where nothing is. */
  readonly written?: (() => Promise<void>) | undefined;
}

export interface AccountList {
  /** In the order in which they opened. */
  readonly accounts: readonly Account[];
  /** The accounts that cannot be read. */
  readonly damaged: readonly DamagedAccount[];
}

export interface DamagedAccount {
  readonly name: string;
  /** The place of the account and what to do, for people. */
  readonly problem: string;
}

export interface Replacement {
  /** The account as it was entered; absent where none is open. Anything else is a conflict. */
  readonly before?: Account | undefined;
  /** Absent to remove it. */
  readonly after?: Account | undefined;
  readonly realNow: number;
}

/** The bounds of the store, which a decision asks before it adds a generation. */
export interface Capacity {
  /** Generations in one account; beyond it, one of its ended ones is evicted. */
  readonly generationsPerAccount: number;
  /** The memory that one account may take; beyond it, too, its ended generations are evicted. */
  readonly bytesPerAccount: number;
  /** Whether all accounts together hold as much as they may: generations or bytes, with this one as it is now. */
  isFull(account: Account): boolean;
  /**
   * Evicts ended generations of the account that was idle longest, as a commit of its own; false when there is none.
   * Never called within a decision, which is repeated afterwards.
   */
  evictElsewhere(realNow: number): Promise<boolean>;
}

/** A store with its bounds. */
export interface BoundedStore extends AccountStore {
  readonly capacity: Capacity;
  /** Why nothing can be kept, while that is so; a sentence. */
  readonly problem?: () => string | undefined;
  /** Once it is closed, nothing may be asked of it. */
  readonly close?: () => Promise<void>;
}

/** The store cannot be reached, or it is full. Its message is shown to clients. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** An account cannot be read. The other accounts are as they were. */
export class AccountDamaged extends StoreUnavailable {}
