/** Finds and changes the account of a route. Throws a ControlError if the account is missing. */

import type { Account } from '../domain/account.ts';
import { settleEagerly } from '../domain/account-generations.ts';
import { readClock } from '../domain/clock.ts';
import { decideOn, type Decision } from '../domain/decide.ts';
import { ControlError } from './control-error.ts';
import { publishAccount } from './publish.ts';
import type { AccountCall, ControlServices } from './route.ts';
import { AccountView } from './view-schemas.ts';
import { accountView } from './views.ts';

type Target = Pick<AccountCall, 'services' | 'params'>;

/** Runs a decision on the account in the path. With eager settlement, the account is settled first. */
export async function decideAccount<Result>(
  { services: { context }, params: { name } }: Target,
  decision: Decision<Result>,
): Promise<Result> {
  const { accounts, realNow } = context;
  const decided = await decideOn(accounts, name, (account) => {
    settleEagerly(account, readClock(account.clock, realNow()));
    return decision(account);
  });
  return decided === undefined ? accountNotFound(name) : decided.result;
}

/** The documented response of a route that changes an account. */
export const changedAccount = { description: 'The account after this change.', schema: AccountView };

/** Changes the account in the path, publishes the change, and returns the JSON of the account. */
export async function updateAccount(call: Target, change: (account: Account) => void): Promise<AccountView> {
  const { services } = call;
  // The view is made inside the decision, because a later change may be decided before this one is stored.
  const view = await decideAccount(call, (account) => {
    change(account);
    return accountView(account, services.context.realNow());
  });
  publishAccount(services, 'changed', view);
  return view;
}

/** Returns the facts of the account in the path that never change. */
export async function requireAccount(call: Target): Promise<Pick<Account, 'name' | 'settings'>> {
  return decideAccount(call, ({ name, settings }) => ({ name, settings }));
}

/** Throws the error for a missing account. */
export function accountNotFound(name: string): never {
  const message = `No account "${name}" exists. To create the account, send a request with its key, or use POST /_standin/accounts.`;
  throw new ControlError('account_not_found', message);
}

/** Returns the journal with all earlier responses of all replicas. Throws a ControlError if the journal is off. */
export async function openJournal({ journal }: ControlServices): Promise<ControlServices['journal']> {
  if (!journal.isOn)
    throw new ControlError('journal_off', 'The journal is turned off. Start the emulator with journal: true.');
  await journal.sync();
  return journal;
}
