/** Assigns key prefixes to accounts in a table of records, and reads the accounts in order. */

import { AccountReader, type RecordedAccount } from '../account-reader.ts';
import type { RecordTable } from './record-table.ts';

/** The common key prefix of all accounts. */
export const ACCOUNTS = 'a';

/** An account and its place. If it replaces an account, it keeps the number and gets a later revision. */
export interface FolderAccount extends RecordedAccount {
  readonly number: number;
  readonly revision: number;
  /** The key prefix of its records. A missing head means that the account was removed, so the rest is deleted. */
  readonly prefix: string;
}

/** Reads all accounts. Also returns the prefixes of records whose head is missing. */
export async function readAccounts(table: RecordTable): Promise<{ rows: FolderAccount[]; orphans: string[] }> {
  const rows: FolderAccount[] = [];
  const orphans: string[] = [];
  let current = '';
  let reader = new AccountReader();
  const end = (): void => {
    const read = reader.end();
    const [number = 0, revision = 0] = current.slice(ACCOUNTS.length, -1).split('.').map(Number);
    if (read !== undefined) rows.push({ ...read, ...placeAt(number, revision) });
    else if (current !== '') orphans.push(current);
  };
  await table.each(ACCOUNTS, (key, text) => {
    const own = key.slice(0, key.indexOf('/') + 1);
    if (own !== current) {
      end();
      current = own;
      reader = new AccountReader();
    }
    reader.read(key.slice(own.length), JSON.parse(text.toString()));
  });
  end();
  return { rows, orphans };
}

/** Returns the place of an account in the folder. Keys sort in the order of the numbers. */
export function placeAt(number: number, revision: number): Pick<FolderAccount, 'number' | 'revision' | 'prefix'> {
  const padded = [number, revision].map((part) => String(part).padStart(DIGITS, '0'));
  return { number, revision, prefix: `${ACCOUNTS}${padded.join('.')}/` };
}

const DIGITS = 12;
