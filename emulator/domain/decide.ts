/** Runs a decision: decide on the account, commit what it changed, publish what was committed (decision 0011). */

import type { Account } from './account.ts';
import { noteMoney } from './account-generations.ts';
import { clearChanges, noChanges, type Changes } from './changes.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { AccountStore, CommitResult } from './store.ts';
import type { Trace } from './trace.ts';

/**
 * A synchronous function over the account. It runs again after a conflict, so it may write to nothing but the account.
 * One that throws refuses, and undoes nothing: what it had changed by then, such as a refund that was due, is committed
 * before the error goes on.
 */
export type Decision<Result> = (account: Account) => Result;

export interface Accounts {
  readonly store: AccountStore;
  readonly realNow: () => number;
  /** Receives changes after their commit. */
  readonly publish: (account: Account, changes: Changes) => void;
}

/** The account that a request or a program decides on. */
export interface Subject {
  /** As it was last entered; entering again may give another object. */
  account: Account;
  /** Takes down for the journal what was kept. */
  readonly trace?: Trace | undefined;
  /** Something was waited for since the account was entered; the next decision enters it anew. */
  hasWaited?: boolean;
  /** Once it has aborted, the account that is found under the name is another one, and is not decided on. */
  readonly lifetime?: AbortSignal;
}

/** Decides on an account; nothing where it was removed meanwhile, or its lifetime has ended. */
export function decide<Result>(
  accounts: Accounts,
  subject: Subject,
  decision: Decision<Result>,
): MaybePromise<Result | undefined> {
  if (subject.hasWaited === true) return decideAnew(accounts, subject, decision);
  const { renew } = accounts.store;
  if (renew !== undefined) subject.account = renew(subject.account);
  const { account } = subject;
  const { ledger } = account;
  let result: Result | undefined;
  let thrown: { readonly cause: unknown } | undefined;
  try {
    result = decision(account);
  } catch (cause) {
    thrown = { cause };
  }
  if (subject.trace === undefined) noteMoney(account, ledger);
  const { changes } = account;
  const { isDirty } = changes;
  const committed = accounts.store.commit(account, changes);
  if (committed !== 'kept') {
    // Decisions of other requests during this commit must not be added to its changes.
    if (isDirty) account.changes = noChanges();
    return settleCommit(accounts, subject, {
      result,
      thrown,
      changes: isDirty ? changes : undefined,
      committed,
      decision,
    });
  }
  if (isDirty) {
    publishKept(accounts, subject, changes);
    clearChanges(changes);
  }
  if (thrown !== undefined) throw thrown.cause;
  return result;
}

/** Decides on an account by its name; nothing where none is open. */
export async function decideOn<Result>(
  accounts: Accounts,
  name: string,
  decision: Decision<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const account = await accounts.store.enter(name, accounts.realNow());
  if (account === undefined) return undefined;
  return decide(accounts, { account }, (open) => ({ result: decision(open) }));
}

interface UnderWay<Result> {
  readonly result: Result | undefined;
  readonly thrown: { readonly cause: unknown } | undefined;
  /** Absent where the decision changed nothing. */
  readonly changes: Changes | undefined;
  readonly committed: MaybePromise<CommitResult>;
  readonly decision: Decision<Result>;
}

/** Awaits an asynchronous commit. After a conflict the decision runs again, on the account as it is then. */
async function settleCommit<Result>(
  accounts: Accounts,
  subject: Subject,
  { result, thrown, changes, committed, decision }: UnderWay<Result>,
): Promise<Result | undefined> {
  if ((await committed) !== 'kept') return decideAnew(accounts, subject, decision);
  if (changes !== undefined) publishKept(accounts, subject, changes);
  if (thrown !== undefined) throw thrown.cause;
  return result;
}

/** Decides on the account as it is now. */
function decideAnew<Result>(
  accounts: Accounts,
  subject: Subject,
  decision: Decision<Result>,
): MaybePromise<Result | undefined> {
  const proceed = (account: Account | undefined): MaybePromise<Result | undefined> => {
    if (account === undefined || subject.lifetime?.aborted === true) return undefined;
    subject.account = account;
    subject.hasWaited = false;
    return decide(accounts, subject, decision);
  };
  const entering = accounts.store.enter(subject.account.name, accounts.realNow());
  return entering instanceof Promise ? entering.then(proceed) : proceed(entering);
}

const NONE: never[] = [];

/** Called after the commit, never before. Steps that no request takes down go out with the changes. */
function publishKept({ publish }: Accounts, { account, trace }: Subject, changes: Changes): void {
  if (trace !== undefined) {
    trace.steps = trace.steps.length === 0 ? changes.steps : [...trace.steps, ...changes.steps];
    changes.steps = NONE;
  }
  publish(account, changes);
}
