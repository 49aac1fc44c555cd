/** Decides on the account of a request. */

import type { Account } from '../domain/account.ts';
import { decide, type Decided, type Decision } from '../domain/decide.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { ApiContext, Call } from './context.ts';

/** Carries a decision out on the account of a call; nothing where the account was removed meanwhile, or put back to how it opened. */
export function decideCall<Result>(
  context: ApiContext,
  call: Call,
  decision: Decision<Result>,
): MaybePromise<Result | undefined> {
  if (!call.hasWaited) return decideEntered(context, call, decision);
  const { store, realNow } = context.accounts;
  call.hasWaited = false;
  const entering = store.enter(call.account.name, realNow());
  const decideOn = (account: Account | undefined): MaybePromise<Result | undefined> => {
    if (account === undefined || call.lifetime.aborted) return undefined;
    call.account = account;
    return decideEntered(context, call, decision);
  };
  return entering instanceof Promise ? entering.then(decideOn) : decideOn(entering);
}

function decideEntered<Result>(
  { accounts }: ApiContext,
  call: Call,
  decision: Decision<Result>,
): MaybePromise<Result | undefined> {
  const { trace, lifetime } = call;
  const decided = decide(accounts, call.account, { decision, trace, lifetime });
  return decided instanceof Promise ? decided.then((later) => take(call, later)) : take(call, decided);
}

/** The account that was decided on is the one that this request's next decision is about. */
function take<Result>(call: Call, decided: Decided<Result> | undefined): Result | undefined {
  if (decided === undefined) return undefined;
  call.account = decided.account;
  return decided.result;
}
