/** Finds the account or generation that a path names; throws a ControlError if there is none. */

import type { Account } from '../domain/account.ts';
import type { Generation } from '../domain/generation.ts';
import { ControlError } from './control-error.ts';
import type { ControlServices, PathParams } from './route.ts';

/** The account of the path. */
export async function requireAccount({ context }: ControlServices, { name }: PathParams): Promise<Account> {
  return (await context.store.findAccount(name, context.realNow())) ?? accountNotFound(name);
}

/** The generation of the path; finding it is no poll, so it stays as it is. */
export async function requireGeneration(services: ControlServices, params: PathParams): Promise<Generation> {
  const { name } = await requireAccount(services, params);
  return (await services.context.store.find(name, params.id.toLowerCase())) ?? generationNotFound(params);
}

/** No account with this name is open. */
export function accountNotFound(name: string): never {
  const message = `No account "${name}" is open. It opens with the first request that carries its key, or by POST /_standin/accounts.`;
  throw new ControlError('account_not_found', message);
}

/** The account has no such generation. */
export function generationNotFound({ name, id }: PathParams): never {
  const message = `The account "${name}" has no generation "${id}". GET /_standin/accounts/${name}/generations lists those that it has.`;
  throw new ControlError('generation_not_found', message);
}
