/** Finds the account, generation or journal of a route. Throws a ControlError if it is missing. */

import type { Account } from '../domain/account.ts';
import { findGeneration, settleEagerly } from '../domain/account-generations.ts';
import { readClock } from '../domain/clock.ts';
import { decideOn, type Decision } from '../domain/decide.ts';
import type { Generation } from '../domain/generation.ts';
import { ControlError } from './control-error.ts';
import type { ControlServices, PathParams } from './route.ts';

/** Runs a decision on the account in the path. With eager settlement, the account is settled first. */
export async function decideAccount<Result>(
  { context }: ControlServices,
  { name }: PathParams,
  decision: Decision<Result>,
): Promise<Result> {
  const { accounts, realNow } = context;
  const decided = await decideOn(accounts, name, (account) => {
    settleEagerly(account, readClock(account.clock, realNow()));
    return decision(account);
  });
  return decided === undefined ? accountNotFound(name) : decided.result;
}

/** Returns the facts of the account in the path that never change. */
export async function requireAccount(
  services: ControlServices,
  params: PathParams,
): Promise<Pick<Account, 'name' | 'settings'>> {
  return decideAccount(services, params, ({ name, settings }) => ({ name, settings }));
}

/** Returns the generation in the path. This does not count as a poll, so the generation does not change. */
export async function requireGeneration(services: ControlServices, params: PathParams): Promise<Generation> {
  const found = await decideAccount(services, params, (account) => findGeneration(account, params.id.toLowerCase()));
  return found ?? generationNotFound(params);
}

/** Throws the error for a missing account. */
export function accountNotFound(name: string): never {
  const message = `No account "${name}" exists. To create the account, send a request with its key, or use POST /_standin/accounts.`;
  throw new ControlError('account_not_found', message);
}

/** Throws the error for a missing generation. */
export function generationNotFound({ name, id }: PathParams): never {
  const message = `The account "${name}" has no generation "${id}". GET /_standin/accounts/${name}/generations lists its generations.`;
  throw new ControlError('generation_not_found', message);
}

/** Returns the journal with all earlier responses of all replicas. Throws a ControlError if the journal is off. */
export async function openJournal({ journal }: ControlServices): Promise<ControlServices['journal']> {
  if (!journal.isOn)
    throw new ControlError('journal_off', 'The journal is turned off. Start the emulator with journal: true.');
  await journal.sync();
  return journal;
}
