/** Assigns key prefixes to accounts in a table of records, and reads the accounts in order. */

import { readAccount, type RecordedAccount } from '../account-reader.ts';
import type { RecordTable } from './record-table.ts';

/** The common key prefix of all accounts. */
export const ACCOUNTS = 'a';

/** An account and its place in the table. */
export interface Row extends RecordedAccount {
  /** The key prefix of its records. A missing head means that the account was removed, so the rest is deleted. */
  readonly prefix: string;
  /** The write of its newest changes. */
  written?: Promise<void>;
}

/** Reads all accounts. Also returns the prefixes of records whose head is missing. */
export async function readAccounts(table: RecordTable): Promise<{ rows: Row[]; orphans: string[] }> {
  const rows: Row[] = [];
  const orphans: string[] = [];
  let prefix = '';
  let records: [key: string, value: unknown][] = [];
  const end = (): void => {
    const read = readAccount(records);
    if (read !== undefined) rows.push({ ...read, prefix });
    else if (prefix !== '') orphans.push(prefix);
  };
  await table.each(ACCOUNTS, (key, text) => {
    const own = key.slice(0, key.indexOf('/') + 1);
    if (own !== prefix) {
      end();
      prefix = own;
      records = [];
    }
    records.push([key.slice(own.length), JSON.parse(text.toString())]);
  });
  end();
  return { rows, orphans };
}

/** Returns the key prefix of an account. If it replaces an account, it keeps the number of that account. */
export function prefixOf(revision: number, replaced?: string): string {
  // Padded, so that keys sort in the order of the numbers.
  const padded = String(revision).padStart(12, '0');
  return `${replaced?.slice(0, replaced.indexOf('.')) ?? ACCOUNTS + padded}.${padded}/`;
}

/** Returns the revision of an account. It is at least the number of the account. */
export function revisionOf(prefix: string): number {
  return Number(prefix.slice(prefix.indexOf('.') + 1, -1));
}
