/** Opens accounts by name and issues keys for them. */

import { randomBytes } from 'node:crypto';
import { parseKey } from '../api/key-setup.ts';
import type { AccountSettings } from '../domain/account.ts';
import { ControlError } from './control-error.ts';
import type { ControlServices } from './route.ts';

/** Name and key of a new account; generated where they are left out. */
export interface NewAccountInput {
  readonly name?: string | undefined;
  readonly key?: string | undefined;
}

interface NewAccount {
  readonly name: string;
  readonly key: string;
}

/** Runs `open` for a name that no account has. The name is locked meanwhile: of parallel calls only one goes on. */
export async function openNewAccount<Result>(
  services: ControlServices,
  input: NewAccountInput,
  open: (account: NewAccount) => Promise<Result>,
): Promise<Result> {
  const { name = `account-${randomBytes(6).toString('hex')}` } = input;
  const { key = `sk_standin_${name}` } = input;
  const { opening, context } = services;
  if (opening.has(name)) throw accountExists(name);
  opening.add(name);
  try {
    if ((await context.store.findAccount(name, context.realNow())) !== undefined) throw accountExists(name);
    return await open({ name, key });
  } finally {
    opening.delete(name);
  }
}

/** Issues a key and runs `open`; revokes the key again if that fails. */
export async function withKey<Result>(
  services: ControlServices,
  { key, name, settings }: NewAccount & { readonly settings: AccountSettings },
  open: () => Promise<Result>,
): Promise<Result> {
  const { keys, fingerprint } = services.context;
  const isNew = keys.find(fingerprint(key)) === undefined;
  await issueKey(services, key, { name, settings });
  try {
    return await open();
  } catch (cause) {
    if (isNew) keys.takeBack(fingerprint(key));
    throw cause;
  }
}

/** Registers a key for an account. When too many are issued, those of closed or evicted accounts are dropped first. */
export async function issueKey(
  { context }: ControlServices,
  key: string,
  { name, settings }: { name: string; settings: AccountSettings },
): Promise<void> {
  const parsed = parseKey(key, context.scenarios.names);
  if (parsed !== undefined && (!parsed.ok || parsed.key.label !== name || parsed.key.setUp !== '')) {
    const message = `A key that begins with sk_standin_ opens the account of its own label. Send sk_standin_${name}, or a key of another form.`;
    throw new ControlError('key_taken', message);
  }
  const issue = (): ReturnType<typeof context.keys.issue> =>
    context.keys.issue(context.fingerprint(key), { name, setUp: '', settings, hasOwnClock: true });
  let issued = issue();
  if (issued === 'full') {
    const open = new Set((await context.store.listAccounts()).map((account) => account.name));
    context.keys.keepOpen((account) => open.has(account));
    issued = issue();
  }
  if (issued === 'taken') throw new ControlError('key_taken', 'The key opens another account. Send another key.');
  if (issued === 'full')
    throw new ControlError('no_room', 'No more keys can be issued. Delete accounts that are no longer needed.');
  context.redactors.learn(key);
}

/** The limits on accounts and generations are reached. */
export function accountsFull(): never {
  const message =
    'There is no room for this account. Delete accounts that are no longer needed, or raise maxAccounts or maxGenerations.';
  throw new ControlError('no_room', message);
}

function accountExists(name: string): ControlError {
  const message = `An account "${name}" is open already. Choose another name, or reset that one.`;
  return new ControlError('account_exists', message);
}
