/** The commit port: where accounts are kept between requests. A store knows no rules of accounts (decision 0011). */

import type { Account } from './account.ts';
import type { Changes } from './changes.ts';
import type { MaybePromise } from './maybe-promise.ts';

/**
 * `kept`: committed as one unit; every later `enter` sees it.
 * `conflict`: the account was changed or removed since it was entered. Nothing is kept, and the decision runs again on
 * the account as it is now.
 * `full`: one more account, or so many generations, would exceed the bounds. Nothing is kept.
 */
export type CommitResult = 'kept' | 'conflict' | 'full';

export interface AccountStore {
  /** The account as last committed, to be decided on and committed; nothing when none is open. */
  enter(name: string, realNow: number): MaybePromise<Account | undefined>;
  /** Commits the changes of an account that was entered. */
  commit(account: Account, changes: Changes, realNow: number): MaybePromise<CommitResult>;
  /** Commits a whole account: a new one (a conflict where the name is taken), or one that replaces `replaced`. */
  put(account: Account, realNow: number, replaced?: Account): MaybePromise<CommitResult>;
  /** Removes an account with all that it holds; false when none is open. */
  remove(name: string): MaybePromise<boolean>;
  /** All accounts, in the order in which they opened. */
  list(): MaybePromise<readonly Account[]>;
}

/** The bounds of the store, which a decision asks before it adds a generation. */
export interface Capacity {
  /** Generations in one account; beyond it, one of its ended ones is evicted. */
  readonly generationsPerAccount: number;
  /** Whether all accounts together hold as many generations as they may. */
  isFull(): boolean;
  /** Evicts an ended generation of the account that was idle longest; false when there is none. */
  evictElsewhere(realNow: number): boolean;
}
