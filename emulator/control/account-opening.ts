/** Opens accounts that no key has opened, and gives them keys. */

import { randomBytes } from 'node:crypto';
import { parseKey } from '../api/key-setup.ts';
import type { AccountSettings } from '../domain/account.ts';
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
  const { store, realNow } = services.context;
  if ((await store.findAccount(chosen, realNow())) !== undefined) {
    throw new ControlError(
      'account_exists',
      `An account "${chosen}" is open already. Choose another name, or reset that one.`,
    );
  }
  return { name: chosen, key: key ?? `sk_standin_${chosen}` };
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
