/** The commit port, which stores accounts between requests. A store does not know their rules (decision 0011). */

import type { Account, EnteredAccount } from './account.ts';
import type { Changes } from './changes.ts';

/** `kept`: every later `enter` sees the changes. `conflict`: the account was changed or removed since its `enter`. */
export type CommitResult = 'kept' | 'conflict';
/** `full`: the new account exceeds the bounds. */
export type ReplaceResult = CommitResult | 'full';

/** The records that a request will probably read, in addition to the head of its account. */
export interface Expected {
  readonly generation?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** A store of accounts. If it cannot store anything, each method rejects with a StoreUnavailable. */
export interface AccountStore {
  /**
   * Returns the account as last committed, or undefined if none is open. A store may load only a part of the account.
   * If a decision reads more, its commit reports a conflict, and the next `enter` loads the rest.
   */
  enter(name: string, realNow: number, expected?: Expected): Promise<EnteredAccount | undefined>;
  /**
   * Commits the changes of an account that was entered. Resolves when nothing that the decision has read or changed can
   * be lost.
   */
  commit(account: EnteredAccount, changes: Changes): Promise<CommitResult>;
  /** Opens, replaces or removes an account in one commit. After a conflict, only the head of the account may differ. */
  replace(name: string, replacement: Replacement): Promise<ReplaceResult>;
  list(): Promise<AccountList>;
  /** Removes an account that cannot be read. Undefined if the store can read all accounts. */
  readonly discard?: ((name: string) => Promise<void>) | undefined;
  /** Resolves when all other data, such as issued keys, is written. Undefined if the store keeps only accounts. */
  readonly written?: (() => Promise<void>) | undefined;
}

export interface AccountList {
  /** The readable accounts, in the order in which they were opened. */
  readonly accounts: readonly EnteredAccount[];
  /** The accounts that cannot be read. */
  readonly damaged: readonly DamagedAccount[];
}

export interface DamagedAccount {
  readonly name: string;
  /** The location of the account and a remedy, in words. */
  readonly problem: string;
}

export interface Replacement {
  /** The account as it was entered, or undefined if none is open. Any other account is a conflict. */
  readonly before?: EnteredAccount | undefined;
  /** The new account, or undefined to remove the account. */
  readonly after?: Account | undefined;
  readonly realNow: number;
}

/** The bounds of the store. A decision checks them before it adds a generation. */
export interface Capacity {
  /** The number of generations in one account. Above it, ended generations of the account are evicted. */
  readonly generationsPerAccount: number;
  /** The memory of one account. Above it, ended generations of the account are evicted. */
  readonly bytesPerAccount: number;
  /** Reports whether all accounts together reach the bounds, including the changes of this account. */
  isFull(account: Account): boolean;
  /**
   * Evicts ended generations of the longest idle account in a separate commit. Returns false if none has any. It must
   * not be called within a decision; the caller runs the decision again.
   */
  evictElsewhere(realNow: number): Promise<boolean>;
}

export interface BoundedStore extends AccountStore {
  readonly capacity: Capacity;
  /** Returns the reason why the store cannot store anything, as a sentence, or undefined if it can. */
  readonly problem?: () => string | undefined;
  /** Closes the store. No method may be called afterwards. */
  readonly close?: () => Promise<void>;
}

/** The error of a store that is unreachable or full. Clients see its message. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The error of an account that cannot be read. Other accounts are not affected. */
export class AccountDamaged extends StoreUnavailable {}
