/** Accounts of many records, which are written in parts: others have their turn between two of them. */

import type { Account } from '../domain/account.ts';
import { sizeOf } from '../domain/account-generations.ts';
import type { RecordChange } from './account-records.ts';

/** Records of one part: a few milliseconds of work. */
const PART_RECORDS = 250;

/** Whether an account has more records than are written at once. */
export function isLarge(account: Account): boolean {
  const { retained, idempotency, faults } = account;
  return sizeOf(account) + retained.size + idempotency.size + (faults?.counts.size ?? 0) > PART_RECORDS;
}

/** Parts of records; each is made when it is asked for. */
export function* inParts(records: Iterable<RecordChange>): Generator<readonly RecordChange[], void, undefined> {
  let part: RecordChange[] = [];
  for (const record of records) {
    part.push(record);
    if (part.length < PART_RECORDS) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
