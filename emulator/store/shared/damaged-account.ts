/** Accounts whose records cannot be read: errors that name them, lists without them, and their removal. */

import type { Account } from '../../domain/account.ts';
import { AccountDamaged, StoreUnavailable, type AccountList, type DamagedAccount } from '../../domain/store.ts';
import { generationsIn, SIZES_KEY } from './account-part.ts';
import type { StoreConnection } from './connection.ts';
import { toTexts } from './reply.ts';
import { recordsKey } from './store-keys.ts';

/** How many accounts are read at once. */
const BATCH = 100;

/** Runs what reads or writes an account. If its records are the cause of an error, the error names them. */
export async function namingDamage<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StoreUnavailable) throw cause;
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
    const message = `In the store of this service, the key ${recordsKey(name)} does not contain a valid account "${name}": ${reason}. Delete the account with DELETE /_standin/accounts/${encodeURIComponent(name)}, or delete the key in the store. Then the account can be created again.`;
    throw new AccountDamaged(message, { cause });
  }
}

/** Lists accounts. `read` reads one, or nothing if none is open by then. */
export async function listAccounts(
  names: readonly string[],
  read: (name: string) => Promise<Account | undefined>,
): Promise<AccountList> {
  const accounts: Account[] = [];
  const damaged: DamagedAccount[] = [];
  const readOrNote = async (name: string): Promise<Account | undefined> => {
    try {
      return await read(name);
    } catch (cause) {
      if (!(cause instanceof AccountDamaged)) throw cause;
      damaged.push({ name, problem: cause.message });
      return undefined;
    }
  };
  for (let at = 0; at < names.length; at += BATCH) {
    const some = await Promise.all(names.slice(at, at + BATCH).map(readOrNote));
    accounts.push(...some.filter((account) => account !== undefined));
  }
  return { accounts, damaged };
}

/** Deletes what is under the key of an account, and says which life it had and how many generations it counted. */
export async function discardKeys(
  connection: StoreConnection,
  name: string,
): Promise<{ readonly life: string | undefined; readonly generations: number }> {
  const key = recordsKey(name);
  const read = async () => {
    const [life, sizes] = toTexts(await connection.send(key, ['HMGET', key, 'life', SIZES_KEY]));
    return { life, generations: generationsIn(sizes) };
  };
  const discarded = await read().catch((cause: unknown) => {
    if (cause instanceof StoreUnavailable) throw cause;
    return { life: undefined, generations: 0 };
  });
  await connection.send(key, ['UNLINK', key]);
  return discarded;
}
