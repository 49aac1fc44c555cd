/** Runs a decision: decides on the account, commits the changes, and publishes them (decision 0011). */

import type { Account, EnteredAccount } from './account.ts';
import { noChanges, type Changes } from './changes.ts';
import type { AccountStore } from './store.ts';
import type { Trace } from './trace.ts';

/**
 * A synchronous function over the account. It runs again after a conflict, so it may change only the account. If a
 * decision throws, its changes are committed all the same, for example a refund that was due.
 */
export type Decision<Result> = (account: Account) => Result;

export interface Accounts {
  readonly store: AccountStore;
  readonly realNow: () => number;
  /** Receives changes after their commit. */
  readonly publish: (account: EnteredAccount, changes: Changes) => void;
}

/** The account on which a request or a program decides. */
export interface Subject {
  readonly accounts: Accounts;
  /** The account as last entered. A conflict replaces it. */
  account: EnteredAccount;
  /** The trace that collects the committed steps for the journal. */
  readonly trace?: Trace | undefined;
  /**
   * The lifetime of the account. After it has aborted, an account with the same name is a different account, and
   * decisions do not run.
   */
  readonly lifetime?: AbortSignal;
}

/** Decides on an account. Returns undefined if the account was removed meanwhile, or if its lifetime has ended. */
export async function decide<Result>(subject: Subject, decision: Decision<Result>): Promise<Result | undefined> {
  for (;;) {
    const { accounts, account } = subject;
    let result: Result | undefined;
    let failure: { readonly cause: unknown } | undefined;
    try {
      // Only a decision may read collections, because its commit notices records that were not loaded.
      result = decision(account as Account);
    } catch (cause) {
      failure = { cause };
    }
    const changes = takeChanges(account);
    if ((await accounts.store.commit(account, changes)) === 'kept') {
      if (changes.isDirty) accounts.publish(account, withoutTraced(changes, subject.trace));
      if (failure !== undefined) throw failure.cause;
      return result;
    }
    const entered = await accounts.store.enter(account.name, accounts.realNow());
    if (entered === undefined || subject.lifetime?.aborted === true) return undefined;
    subject.account = entered;
  }
}

/** Decides on an account by its name. Returns undefined if no account of this name is open. */
export async function decideOn<Result>(
  accounts: Accounts,
  name: string,
  decision: Decision<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const account = await accounts.store.enter(name, accounts.realNow());
  if (account === undefined) return undefined;
  return decide({ accounts, account }, (open) => ({ result: decision(open) }));
}

/** Removes the changes from the account, so that decisions of other requests during the commit have their own. */
function takeChanges(account: EnteredAccount): Changes {
  const { changes } = account;
  if (!changes.isDirty) return NOTHING;
  account.changes = noChanges();
  return changes;
}

/** An empty set of changes. During the commit, other requests may add changes to the account's own object. */
const NOTHING = noChanges();

/** Moves the steps of a request to its trace. Other steps are published with the changes. */
function withoutTraced(changes: Changes, trace: Trace | undefined): Changes {
  if (trace !== undefined) {
    trace.steps = trace.steps.length === 0 ? changes.steps : [...trace.steps, ...changes.steps];
    changes.steps = [];
  }
  return changes;
}
