/** Opens accounts that no key has opened, and gives them keys. */

import { randomBytes } from 'node:crypto';
import { parseKey } from '../api/key-setup.ts';
import type { Account, AccountSettings } from '../domain/account.ts';
import { ControlError } from './control-error.ts';
import type { ControlServices } from './route.ts';

export interface NewAccountInput {
  readonly name?: string | undefined;
  readonly key?: string | undefined;
}

/** A name and a key for a new account, made up where they are left out. */
export async function chooseNameAndKey(
  services: ControlServices,
  { name, key }: NewAccountInput,
): Promise<{ name: string; key: string }> {
  const chosen = name ?? `account-${randomBytes(6).toString('hex')}`;
  const { accounts, realNow } = services.context;
  if ((await accounts.store.enter(chosen, realNow())) !== undefined) return accountExists(chosen);
  return { name: chosen, key: key ?? `sk_standin_${chosen}` };
}

/** Opens an account; of several that open one name at once, only one does. */
export async function putNewAccount({ context }: ControlServices, account: Account): Promise<void> {
  const { accounts, realNow } = context;
  const verdict = await accounts.store.put(account, realNow());
  if (verdict === 'conflict') accountExists(account.name);
  if (verdict === 'full') accountsFull();
}

function accountExists(name: string): never {
  const message = `An account "${name}" is open already. Choose another name, or reset that one.`;
  throw new ControlError('account_exists', message);
}

/** Lets a key open an account. */
export function issueKey(
  { context }: ControlServices,
  key: string,
  { name, settings }: { name: string; settings: AccountSettings },
): void {
  const label = parseKey(key, context.scenarios.names);
  if (label !== undefined && (!label.ok || label.key.label !== name || label.key.setUp !== '')) {
    const message = `A key that begins with sk_standin_ opens the account of its own label. Send sk_standin_${name}, or a key of another form.`;
    throw new ControlError('key_taken', message);
  }
  const entry = { name, setUp: '', settings, hasOwnClock: true };
  const issued = context.keys.issue(context.fingerprint(key), entry);
  if (issued === 'taken') throw new ControlError('key_taken', 'The key opens another account. Send another key.');
  if (issued === 'full')
    throw new ControlError('no_room', 'No more keys can be issued. Delete accounts that are no longer needed.');
  context.redactors.learn(key);
}

/** The bounds leave no room. */
export function accountsFull(): never {
  const message =
    'There is no room for this account. Delete accounts that are no longer needed, or raise maxAccounts or maxGenerations.';
  throw new ControlError('no_room', message);
}
