/** The idempotency records of an account: the use of each Idempotency-Key until it expires. */

import type { Account } from './account.ts';
import { findGeneration } from './account-generations.ts';
import type { Generation, IdempotencyRecord } from './generation.ts';

/** The record of a used key, and the generation that its create made. */
export interface UsedKey {
  readonly record: IdempotencyRecord;
  readonly generation: Generation;
}

/** Finds the record of a key, unless it has expired or its generation was evicted. */
export function findRecord(account: Account, key: string, now: number): UsedKey | undefined {
  const record = account.idempotency.get(key);
  const generation = record === undefined ? undefined : findGeneration(account, record.generation);
  if (record === undefined || generation === undefined || record.expiresAt <= now) return undefined;
  return { record, generation };
}

/** Adds a record. Drops the oldest records up to the first that is valid. */
export function addRecord(account: Account, record: IdempotencyRecord, now: number): void {
  const { idempotency, changes } = account;
  for (const [key, { expiresAt }] of idempotency) {
    if (expiresAt > now) break;
    idempotency.delete(key);
    changes.idempotencyKeys.push(key);
  }
  // The key of an expired record moves to the end of the map, as the newest.
  idempotency.delete(record.key);
  idempotency.set(record.key, record);
  changes.isDirty = true;
  changes.idempotencyKeys.push(record.key);
}
