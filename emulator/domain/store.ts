/** The commit port: where accounts are kept between requests. A store keeps accounts and knows none of their rules. */

import type { Account } from './account.ts';
import type { Changes } from './changes.ts';
import type { MaybePromise } from './maybe-promise.ts';

/**
 * `kept`: as one unit, and everybody who enters the account from now on sees it.
 * `conflict`: somebody else changed the account since it was entered; nothing is kept, and the decision runs again on the account as it is now.
 * `full`: there is no room for one account more, or for so many generations; nothing is kept.
 */
export type CommitResult = 'kept' | 'conflict' | 'full';

export interface AccountStore {
  /** The account with this name as it was last kept; nothing when none is open. What is entered may be decided on and committed. */
  enter(name: string, realNow: number): MaybePromise<Account | undefined>;
  /** Keeps what was changed in an account that was entered. */
  commit(account: Account, changes: Changes, realNow: number): MaybePromise<CommitResult>;
  /** Keeps an account that was never entered: a new one (a conflict where its name is taken), or one in the place of `replaced`. */
  put(account: Account, realNow: number, replaced?: Account): MaybePromise<CommitResult>;
  /** Removes an account with all that is in it; false when none is open. */
  remove(name: string): MaybePromise<boolean>;
  /** All accounts, in the order in which they opened. */
  list(): MaybePromise<readonly Account[]>;
}

/** How much may be kept besides what an account itself has. A decision that adds a generation asks before it does. */
export interface Capacity {
  /** Generations kept in one account; over it, one of its ended ones is evicted. */
  readonly generationsPerAccount: number;
  /** Whether as many generations are kept in all accounts as may be. */
  isFull(): boolean;
  /** Evicts an ended generation of the account that was idle longest; false when there is none. */
  evictElsewhere(realNow: number): boolean;
}
