/** Where accounts are in a table of records: each under its own prefix, in the order in which they opened. */

import type { Account } from '../../domain/account.ts';
import { isBalanced } from '../../domain/ledger.ts';
import { AccountReader } from '../account-reader.ts';
import type { RecordPlaces } from '../account-records.ts';
import type { RecordTable } from './record-table.ts';

/** The prefix of all accounts. */
export const ACCOUNTS = 'a';

/** An account and its place. An account that replaces another one has the same number and a later revision. */
export interface FolderAccount {
  readonly number: number;
  readonly revision: number;
  /** Without its head, an account is gone. The rest is deleted then. */
  readonly prefix: string;
  account: Account;
  places: RecordPlaces;
  /** The number of its records in the folder. */
  written: number;
}

/** The number of records of an account. */
export function countRecords({ open, ended, retained, idempotency, faults }: Account): number {
  const ofRules = faults === undefined ? 0 : 1 + faults.counts.size;
  return 1 + open.size + ended.size + retained.size + idempotency.size + ofRules;
}

/** Reads the accounts under a prefix. Returns also the prefixes of records without a head. */
export async function readAccounts(
  table: RecordTable,
  prefix = ACCOUNTS,
): Promise<{ readonly rows: FolderAccount[]; readonly orphans: string[] }> {
  const rows: FolderAccount[] = [];
  const orphans: string[] = [];
  let current = '';
  let reader = new AccountReader();
  const end = (): void => {
    const row = current === '' ? undefined : toRow(current, reader);
    if (row !== undefined) rows.push(row);
    else if (current !== '') orphans.push(current);
  };
  await table.eachText(prefix, (key, text) => {
    const own = key.slice(0, key.indexOf('/') + 1);
    if (own !== current) {
      end();
      current = own;
      reader = new AccountReader();
    }
    reader.read(key.slice(own.length), JSON.parse(text));
  });
  end();
  return { rows, orphans };
}

function toRow(prefix: string, reader: AccountReader): FolderAccount | undefined {
  const read = reader.end();
  if (read === undefined) return undefined;
  const { account, places, reserved } = read;
  if (!isBalanced(account.ledger) || reserved !== account.ledger.reserved)
    throw new Error(`the ledger of the account ${account.name} does not balance`);
  const [number = 0, revision = 0] = prefix.slice(ACCOUNTS.length, -1).split('.').map(Number);
  return { ...placeAt(number, revision), account, places, written: countRecords(account) };
}

/** The place of an account in the folder. The order of the keys is the order of the numbers. */
export function placeAt(number: number, revision: number): Pick<FolderAccount, 'number' | 'revision' | 'prefix'> {
  const padded = [number, revision].map((part) => String(part).padStart(DIGITS, '0'));
  return { number, revision, prefix: `${ACCOUNTS}${padded.join('.')}/` };
}

const DIGITS = 12;
