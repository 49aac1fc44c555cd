/** Finds, changes, opens and removes accounts for the routes. */

import { randomBytes } from 'node:crypto';
import { parseKey } from '../api/keys/api-keys.ts';
import { accountFor } from '../api/keys/authenticate.ts';
import { Refusal } from '../api/refusal.ts';
import { settleEagerly } from '../domain/account-generations.ts';
import type { Account, EnteredAccount } from '../domain/account.ts';
import { noChanges } from '../domain/changes.ts';
import { readClock } from '../domain/clock.ts';
import { decideOn, type Decision } from '../domain/decide.ts';
import { AccountDamaged, type ReplaceResult } from '../domain/store.ts';
import { ControlError } from './control-error.ts';
import { publishAccount } from './publish.ts';
import type { AccountCall, ControlServices } from './route.ts';
import { AccountView } from './view-schemas.ts';
import { accountView } from './views.ts';

/** The documented response of a route that changes an account. */
export const changedAccount = { description: 'The account after this change.', schema: AccountView };

/** Runs a decision on the account in the path. With eager settlement, the account is settled first. */
export async function decideAccount<Result>(
  { services: { context }, params: { name } }: AccountCall,
  decision: Decision<Result>,
): Promise<Result> {
  const { accounts, realNow } = context;
  const decided = await decideOn(accounts, name, (account) => {
    settleEagerly(account, readClock(account.clock, realNow()));
    return decision(account);
  });
  return decided === undefined ? accountNotFound(name) : decided.result;
}

/** Changes the account in the path, publishes the change, and returns the JSON of the account. */
export async function updateAccount(call: AccountCall, change: (account: Account) => void): Promise<AccountView> {
  // The view is made inside the decision, because a later change may be decided before this one is stored.
  const view = await decideAccount(call, (account) => {
    change(account);
    return accountView(account, call.services.context.realNow());
  });
  publishAccount(call.services, 'changed', view.name);
  return view;
}

/** Returns the name and the settings of the account in the path, which never change. */
export async function requireAccount(call: AccountCall): Promise<Pick<Account, 'name' | 'settings'>> {
  return decideAccount(call, ({ name, settings }) => ({ name, settings }));
}

export function accountNotFound(name: string): never {
  const message = `No account "${name}" exists. To create the account, send a request with its key, or use POST /_standin/accounts.`;
  throw new ControlError('account_not_found', message);
}

/** Generates the name and the key of a new account, if they are not given. */
export function chooseNameAndKey(input: { readonly name?: string | undefined; readonly key?: string | undefined }) {
  const { name = `account-${randomBytes(6).toString('hex')}` } = input;
  return { name, key: input.key ?? `sk_standin_${name}` };
}

/** Opens an account and issues its key. If parallel requests open the same account, only one succeeds. */
export async function openNewAccount(services: ControlServices, key: string, account: Account): Promise<AccountView> {
  const { accounts, realNow } = services.context;
  const view = accountView(account, realNow());
  const verdict = await accounts.store.replace(account.name, { after: account, realNow: realNow() });
  if (verdict === 'conflict') {
    const message = `An account "${account.name}" already exists. Choose another name, or reset the account.`;
    throw new ControlError('account_exists', message);
  }
  if (verdict === 'full') accountsFull();
  try {
    await issueKey(services, key, account);
  } catch (cause) {
    await removeAccount(services, account.name);
    throw cause;
  }
  return view;
}

/** Opens the account in the path like a request with its key, unless it is open or the settings reject the key. */
export async function openIfNeeded({ services: { context }, params: { name } }: AccountCall): Promise<void> {
  const { accounts, realNow } = context;
  if ((await accounts.store.enter(name, realNow())) !== undefined) return;
  const after = await accountFor(context, name);
  if (after === undefined) return;
  // A conflict means that another request has just opened the account.
  if ((await accounts.store.replace(name, { after, realNow: realNow() })) === 'full') accountsFull();
}

/** Replaces an account and ends its lifetime. Retries if the account changed in the meantime. Returns its new JSON. */
export async function replaceAccount(
  { context }: ControlServices,
  name: string,
  replacing: (earlier: EnteredAccount | undefined) => Account,
): Promise<AccountView> {
  const { accounts, lifetimes, realNow } = context;
  for (;;) {
    const before = await accounts.store.enter(name, realNow());
    const after = replacing(before);
    const view = accountView(after, realNow());
    const verdict = await accounts.store.replace(name, { before, after, realNow: realNow() });
    if (verdict === 'full') accountsFull();
    // Requests that arrived during the replacement belong to the earlier account.
    lifetimes.end(name);
    if (verdict !== 'kept') continue;
    const ledgers = { ledgerBefore: before?.ledger, ledgerAfter: after.ledger };
    const step = { generation: undefined, statusBefore: undefined, statusAfter: undefined, ...ledgers };
    accounts.publish(after, { ...noChanges(), steps: [step] });
    return view;
  }
}

/** Removes an account even if it changed in the meantime or its data is damaged. */
export async function removeAccount({ context }: ControlServices, name: string): Promise<void> {
  const { accounts, lifetimes, realNow } = context;
  try {
    let verdict: ReplaceResult;
    do {
      const before = await accounts.store.enter(name, realNow());
      verdict = await accounts.store.replace(name, { before, realNow: realNow() });
      lifetimes.end(name);
    } while (verdict !== 'kept');
  } catch (cause) {
    if (!(cause instanceof AccountDamaged)) throw cause;
    lifetimes.end(name);
    await accounts.store.discard?.(name);
  }
}

/** Registers a key for an account. If there are too many keys, it first drops the keys of accounts that are gone. */
export async function issueKey(
  { context }: ControlServices,
  key: string,
  { name, settings }: Pick<Account, 'name' | 'settings'>,
): Promise<void> {
  const parsed = parseKey(key, context.scenarios.names);
  if (parsed !== undefined && (parsed instanceof Refusal || parsed.label !== name || parsed.keySettings !== '')) {
    const message = `If a key begins with "sk_standin_", the rest of the key must be the name of the account. Send "sk_standin_${name}", or a key that does not begin with "sk_standin_".`;
    throw new ControlError('key_taken', message);
  }
  const issue = (): ReturnType<typeof context.keys.issue> =>
    context.keys.issue(context.fingerprint(key), { name, settings });
  let issued = await issue();
  if (issued === 'full') {
    const { accounts, damaged } = await context.accounts.store.list();
    const open = new Set([...accounts, ...damaged].map((account) => account.name));
    await context.keys.revoke((account) => !open.has(account));
    issued = await issue();
  }
  if (issued === 'taken') throw new ControlError('key_taken', 'The key belongs to another account. Send another key.');
  if (issued === 'full')
    throw new ControlError('no_room', 'The limit of issued keys is reached. Delete unused accounts.');
  context.redactors.learn(key);
}

function accountsFull(): never {
  const message =
    'The server has no memory left for this account. Delete unused accounts, or raise maxAccounts, maxGenerations or totalMebibytes.';
  throw new ControlError('no_room', message);
}

/** Returns the journal with all earlier responses of all replicas. Throws a ControlError if the journal is off. */
export async function openJournal({ journal }: ControlServices): Promise<ControlServices['journal']> {
  if (!journal.isOn)
    throw new ControlError('journal_off', 'The journal is turned off. Start the emulator with journal: true.');
  await journal.sync();
  return journal;
}
