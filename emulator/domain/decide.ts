/** Carries a decision out: decide on the account, commit what it changed, publish what was kept. */

import type { Account } from './account.ts';
import { clearChanges, noChanges, type Changes } from './changes.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { AccountStore, CommitResult } from './store.ts';
import type { Trace } from './trace.ts';

/** A synchronous function over the account. It may run again after a conflict, so it writes to the account and to nothing else. */
export type Decision<Result> = (account: Account) => Result;

export interface Accounts {
  readonly store: AccountStore;
  readonly realNow: () => number;
  /** Hears of changes once they are kept. */
  readonly publish: (account: Account, changes: Changes) => void;
}

/** The account and what was decided on it; the account is another object than the one that was entered where the decision had to run again. */
export interface Decided<Result> {
  readonly account: Account;
  readonly result: Result;
}

export interface DecideOptions<Result> {
  readonly decision: Decision<Result>;
  /** Takes what the decision did, once it is kept. */
  readonly trace?: Trace | undefined;
  /** Once it has aborted, nothing is decided again: the account is another one then, under the same name. */
  readonly lifetime?: AbortSignal | undefined;
}

/** Decides on an account that was entered; nothing where it was removed meanwhile, or its lifetime has ended. */
export function decide<Result>(
  accounts: Accounts,
  account: Account,
  options: DecideOptions<Result>,
): MaybePromise<Decided<Result> | undefined> {
  const { decision, trace } = options;
  const result = decision(account);
  const { changes } = account;
  if (!changes.isDirty) return { account, result };
  const committed = accounts.store.commit(account, changes, accounts.realNow());
  if (committed === 'kept') {
    publishKept(accounts, { account, changes, trace });
    clearChanges(changes);
    return { account, result };
  }
  // What others decide on the same account while this commit is under way is none of its changes.
  account.changes = noChanges();
  return settleCommit(accounts, { decided: { account, result }, changes, committed, options });
}

/** The same for an account by its name; nothing where none is open. */
export async function decideOn<Result>(
  accounts: Accounts,
  name: string,
  decision: Decision<Result>,
): Promise<Decided<Result> | undefined> {
  const account = await accounts.store.enter(name, accounts.realNow());
  return account === undefined ? undefined : decide(accounts, account, { decision });
}

interface UnderWay<Result> {
  readonly decided: Decided<Result>;
  readonly changes: Changes;
  readonly committed: MaybePromise<CommitResult>;
  readonly options: DecideOptions<Result>;
}

/** Waits for a store that takes its time. After a conflict it decides again, on the account as it is then. */
async function settleCommit<Result>(
  accounts: Accounts,
  { decided, changes, committed, options }: UnderWay<Result>,
): Promise<Decided<Result> | undefined> {
  if ((await committed) === 'kept') {
    publishKept(accounts, { account: decided.account, changes, trace: options.trace });
    return decided;
  }
  const account = await accounts.store.enter(decided.account.name, accounts.realNow());
  if (account === undefined || options.lifetime?.aborted === true) return undefined;
  return decide(accounts, account, options);
}

/** After the commit, never before. */
function publishKept(
  { publish }: Accounts,
  { account, changes, trace }: { account: Account; changes: Changes; trace: Trace | undefined },
): void {
  if (trace !== undefined) trace.steps = trace.steps.length === 0 ? changes.steps : [...trace.steps, ...changes.steps];
  publish(account, changes);
}
