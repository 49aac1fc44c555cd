/** Decides on the account of a request. */

import { decide, type Decided, type Decision } from '../domain/decide.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { ApiContext, Call } from './context.ts';

/** Carries a decision out on the account of a call; nothing where the account was removed meanwhile. */
export function decideCall<Result>(
  { accounts }: ApiContext,
  call: Call,
  decision: Decision<Result>,
): MaybePromise<Result | undefined> {
  const decided = decide(accounts, call.account, { decision, trace: call.trace });
  return decided instanceof Promise ? decided.then((later) => take(call, later)) : take(call, decided);
}

/** The account that was decided on is the one that this request's next decision is about. */
function take<Result>(call: Call, decided: Decided<Result> | undefined): Result | undefined {
  if (decided === undefined) return undefined;
  call.account = decided.account;
  return decided.result;
}
