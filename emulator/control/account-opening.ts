/** Opens accounts that no key has opened, and gives them keys. */

import { randomBytes } from 'node:crypto';
import { parseKey } from '../api/key-setup.ts';
import type { Account, AccountSettings } from '../domain/account.ts';
import { ControlError } from './control-error.ts';
import type { ControlRoom } from './route.ts';

export interface Wanted {
  readonly name?: string | undefined;
  readonly key?: string | undefined;
}

/** A name and a key for a new account, made up where they are left out. */
export async function newNameAndKey(room: ControlRoom, { name, key }: Wanted): Promise<{ name: string; key: string }> {
  const chosen = name ?? `account-${randomBytes(6).toString('hex')}`;
  const { store, realNow } = room.context;
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
  { context }: ControlRoom,
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

/** Tells those who listen that something happened to an account as a whole. */
export function tellOfAccount({ context, events }: ControlRoom, change: string, account: Account): void {
  if (!events.hears(account.name)) return;
  const at = new Date(context.realNow()).toISOString();
  events.publish({ type: 'account', account: account.name, at, data: { change } });
}

/** The bounds leave no room. */
export function noRoom(): never {
  const message =
    'There is no room for this account. Delete accounts that are no longer needed, or raise maxAccounts or maxGenerations.';
  throw new ControlError('no_room', message);
}
