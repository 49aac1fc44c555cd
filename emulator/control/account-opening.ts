/** Opens accounts by name and issues keys for them. */

import { randomBytes } from 'node:crypto';
import { accountFor } from '../api/keys/authenticate.ts';
import { parseKey } from '../api/keys/api-keys.ts';
import type { Account, AccountSettings } from '../domain/account.ts';
import { readClock } from '../domain/clock.ts';
import { AccountDamaged } from '../domain/store.ts';
import type { Step } from '../domain/trace.ts';
import { ControlError } from './control-error.ts';
import type { AccountCall, ControlServices } from './route.ts';
import type { AccountView } from './view-schemas.ts';
import { accountView } from './views.ts';

interface NewAccount {
  readonly name: string;
  readonly key: string;
}

/** Generates the name and the key of a new account, if they are not given. */
export function chooseNameAndKey(input: { [Field in keyof NewAccount]?: string | undefined }): NewAccount {
  const { name = `account-${randomBytes(6).toString('hex')}` } = input;
  const { key = `sk_standin_${name}` } = input;
  return { name, key };
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

/** Opens the account in the path as a request with its key would, if it is not open and such a key is accepted. */
export async function openIfNeeded({ services: { context }, params: { name } }: AccountCall): Promise<void> {
  const { accounts, realNow } = context;
  if ((await accounts.store.enter(name, realNow())) !== undefined) return;
  const after = await accountFor(context, name);
  if (after === undefined) return;
  // A conflict means that another request has just opened the account.
  if ((await accounts.store.replace(name, { after, realNow: realNow() })) === 'full') accountsFull();
}

/**
 * Replaces or removes an account and ends its lifetime. Retries if the account changed in the meantime. Returns the new
 * account.
 */
export async function replaceAccount<After extends Account | undefined>(
  { context }: ControlServices,
  name: string,
  replacing: (earlier: Account | undefined) => After,
): Promise<After extends Account ? AccountView : undefined>;
export async function replaceAccount(
  { context, log }: ControlServices,
  name: string,
  replacing: (earlier: Account | undefined) => Account | undefined,
): Promise<AccountView | undefined> {
  const { accounts, lifetimes, realNow } = context;
  for (;;) {
    const before = await accounts.store.enter(name, realNow());
    const after = replacing(before);
    const view = after && accountView(after, realNow());
    lifetimes.end(name);
    const verdict = await accounts.store.replace(name, { before, after, realNow: realNow() });
    if (verdict === 'kept') {
      if (before !== undefined && after !== undefined)
        log.noteMove({ account: name, at: readClock(after.clock, realNow()), step: stepBetween(before, after) });
      return view;
    }
    if (verdict === 'full') accountsFull();
  }
}

function stepBetween(before: Account, after: Account): Step {
  const ledgers = { ledgerBefore: before.ledger, ledgerAfter: after.ledger };
  return { generation: undefined, statusBefore: undefined, statusAfter: undefined, ...ledgers };
}

/** Removes an account even if it changed in the meantime or its data is damaged. */
export async function removeAccount(services: ControlServices, name: string): Promise<void> {
  const { accounts, lifetimes } = services.context;
  try {
    await replaceAccount(services, name, () => undefined);
  } catch (cause) {
    if (!(cause instanceof AccountDamaged)) throw cause;
    lifetimes.end(name);
    await accounts.store.discard?.(name);
  }
}

/**
 * Registers a key for an account. If the limit of keys is reached, it first drops the keys of closed and evicted
 * accounts.
 */
export async function issueKey(
  { context }: ControlServices,
  key: string,
  { name, settings }: { name: string; settings: AccountSettings },
): Promise<void> {
  const parsed = parseKey(key, context.scenarios.names);
  if (parsed !== undefined && (!parsed.ok || parsed.key.label !== name || parsed.key.keySettings !== '')) {
    const message = `If a key begins with "sk_standin_", the rest of the key must be the name of the account. Send "sk_standin_${name}", or a key that does not begin with "sk_standin_".`;
    throw new ControlError('key_taken', message);
  }
  const issue = (): ReturnType<typeof context.keys.issue> =>
    context.keys.issue(context.fingerprint(key), { name, settings, hasOwnClock: true });
  let issued = await issue();
  if (issued === 'full') {
    const { accounts, damaged } = await context.accounts.store.list();
    const open = new Set([...accounts, ...damaged].map((account) => account.name));
    await context.keys.revokeClosed((account) => open.has(account));
    issued = await issue();
  }
  if (issued === 'taken') throw new ControlError('key_taken', 'The key belongs to another account. Send another key.');
  if (issued === 'full')
    throw new ControlError('no_room', 'The limit of issued keys is reached. Delete unused accounts.');
  context.redactors.learn(key);
}

/** Throws the error for reached limits of accounts and generations. */
function accountsFull(): never {
  const message =
    'The server has no memory left for this account. Delete unused accounts, or raise maxAccounts, maxGenerations or totalMebibytes.';
  throw new ControlError('no_room', message);
}
