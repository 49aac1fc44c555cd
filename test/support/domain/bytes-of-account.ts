/** The memory of the generations and the rules of an account, counted anew. */

import type { Account } from '../../../emulator/domain/account.ts';
import { bytesOfGeneration, bytesOfRules } from '../../../emulator/domain/account-size.ts';

/** Counts everything that `Account.bytes` counts. */
export function bytesOfAccount({ open, ended, faults }: Account): number {
  let bytes = bytesOfRules(faults?.rules ?? []);
  for (const kept of [open, ended]) for (const one of kept.values()) bytes += bytesOfGeneration(one);
  return bytes;
}
