/** The memory that an account takes, counted anew. */

import type { Account } from '../../../emulator/domain/account.ts';
import {
  bytesOfCount,
  bytesOfGeneration,
  bytesOfHead,
  bytesOfRecord,
  bytesOfRules,
} from '../../../emulator/domain/account-size.ts';

/** Counts all that an account contains. */
export function bytesOfAccount(account: Account): number {
  const { open, ended, retained, idempotency, faults } = account;
  let bytes = bytesOfHead(account);
  for (const kept of [open, ended, retained]) for (const one of kept.values()) bytes += bytesOfGeneration(one);
  for (const record of idempotency.values()) bytes += bytesOfRecord(record);
  for (const name of faults?.counts.keys() ?? []) bytes += bytesOfCount(name);
  return bytes + bytesOfRules(faults?.rules ?? []);
}
