/** Reads an account from its records, in any order. A `parse` of the caller's own may remember texts. */

import { readAccount, type RecordedAccount } from '../../../emulator/store/account-reader.ts';

/** Returns undefined if the records have no head. */
export function readAccountRecords(
  records: Iterable<readonly [key: string, text: string]>,
  parse: typeof JSON.parse = JSON.parse,
): RecordedAccount | undefined {
  return readAccount(Array.from(records, ([key, text]) => [key, parse(text)] as const));
}
