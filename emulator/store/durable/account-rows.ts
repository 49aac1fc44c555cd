/** Where the accounts lie in a table of records: each under a prefix of its own, in the order in which they opened. */

import type { Account } from '../../domain/account.ts';
import { isBalanced } from '../../domain/ledger.ts';
import { AccountReader } from '../account-reader.ts';
import { allRecords, noPlaces, recordChanges, type RecordChange, type RecordPlaces } from '../account-records.ts';
import type { ChangedNames } from '../changed-names.ts';
import { HEAD_KEY } from '../read-records.ts';

/** All accounts are under it. */
export const ACCOUNTS = 'a';

/** An account and where it lies. One that takes the place of another has the next revision of its number. */
export interface FolderAccount {
  readonly account: Account;
  readonly number: number;
  readonly revision: number;
  /** Of its keys. */
  readonly prefix: string;
  readonly places: RecordPlaces;
}

/** Says where accounts will lie of which nothing is written yet; no place is given twice. */
export class RowNumbers {
  #number = 0;
  #revision = 0;

  /** These places are taken. */
  skip(rows: readonly FolderAccount[]): void {
    for (const { number, revision } of rows) {
      this.#number = Math.max(this.#number, number);
      this.#revision = Math.max(this.#revision, revision);
    }
  }

  /** A row for an account: behind all others, or where the one is that it takes the place of. */
  rowFor(account: Account, earlier: FolderAccount | undefined): FolderAccount {
    if (earlier === undefined) this.#number += 1;
    else this.#revision += 1;
    const [number, revision] = earlier === undefined ? [this.#number, 0] : [earlier.number, this.#revision];
    return { account, number, revision, prefix: prefixOf(number, revision), places: noPlaces() };
  }
}

/** What is to be written of an account: what was changed, or without that all. */
export function recordsToWrite({ account, places }: FolderAccount, changed: ChangedNames | undefined): RecordChange[] {
  return changed === undefined ? allRecords(account, places) : recordChanges(account, places, changed);
}

/** Without its head an account is gone; what is left of it is cleared then. */
export function headKey({ prefix }: Pick<FolderAccount, 'prefix'>): string {
  return prefix + HEAD_KEY;
}

/** Reads rows from records that come in the order of their keys. */
export class RowReader {
  /** Prefixes that have no head: what is left of accounts that are gone. */
  readonly orphans: string[] = [];
  readonly #found: (row: FolderAccount) => void;
  #prefix = '';
  #reader: AccountReader | undefined;

  /** Calls `found` with each row; throws where records contradict each other. */
  constructor(found: (row: FolderAccount) => void) {
    this.#found = found;
  }

  /** Takes the next record. */
  read(key: string, text: string): void {
    if (this.#reader === undefined || !key.startsWith(this.#prefix)) {
      this.end();
      this.#prefix = key.slice(0, key.indexOf('/') + 1);
      this.#reader = new AccountReader();
    }
    this.#reader.readText(key.slice(this.#prefix.length), text);
  }

  /** After the last record. */
  end(): void {
    const prefix = this.#prefix;
    if (this.#reader === undefined) return;
    const read = this.#reader.end();
    this.#reader = undefined;
    if (read === undefined) {
      this.orphans.push(prefix);
      return;
    }
    refuseUnsound(read.account, read.reserved);
    const [number = Number.NaN, revision = Number.NaN] = prefix.slice(1, -1).split('.').map(Number);
    const { account, places } = read;
    this.#found({ account, places, number, revision, prefix });
  }
}

/** A checksum guards each record, and this the whole: a record may be missing. */
function refuseUnsound({ name, ledger }: Account, reserved: number): void {
  if (isBalanced(ledger) && reserved === ledger.reserved) return;
  throw new Error(`the ledger of the account ${name} does not balance`);
}

/** Digits are padded, so that the order of the keys is that of the numbers. */
function prefixOf(number: number, revision: number): string {
  return `${ACCOUNTS}${String(number).padStart(NUMBER_DIGITS, '0')}.${String(revision).padStart(REVISION_DIGITS, '0')}/`;
}

const NUMBER_DIGITS = 12;
const REVISION_DIGITS = 9;
