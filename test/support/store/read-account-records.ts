/** Reads an account from its records, in any order. A `parse` of the caller's own may remember texts. */

import { AccountReader, type RecordedAccount } from '../../../emulator/store/account-reader.ts';
import { atOnce } from '../../../lib/slices.ts';

/** Returns undefined if the records have no head. */
export function readAccountRecords(
  records: Iterable<readonly [key: string, text: string]>,
  parse: typeof JSON.parse = JSON.parse,
): RecordedAccount | undefined {
  const reader = new AccountReader();
  for (const [key, text] of records) reader.read(key, parse(text));
  return atOnce(reader.ending());
}
