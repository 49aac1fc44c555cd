/** Lists accounts, some at a time; those that cannot be read by their names. */

import type { Account } from '../../domain/account.ts';
import { AccountDamaged, type AccountList, type DamagedAccount } from '../../domain/store.ts';

/** How many accounts are read at once. */
const BATCH = 100;

/** `show` reads one; nothing where none is open by then. */
export async function listAccounts(
  names: readonly string[],
  show: (name: string) => Promise<Account[]>,
): Promise<AccountList> {
  const damaged: DamagedAccount[] = [];
  const showOrNote = async (name: string): Promise<Account[]> => {
    try {
      return await show(name);
    } catch (cause) {
      if (!(cause instanceof AccountDamaged)) throw cause;
      damaged.push({ name, problem: cause.message });
      return [];
    }
  };
  const accounts: Account[] = [];
  for (let at = 0; at < names.length; at += BATCH) {
    accounts.push(...(await Promise.all(names.slice(at, at + BATCH).map(showOrNote))).flat());
  }
  return { accounts, damaged };
}
