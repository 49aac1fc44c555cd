/** The idempotency records of an account: the use of each Idempotency-Key until it expires. */

import type { Account } from './account.ts';
import { findGeneration } from './account-generations.ts';
import type { Generation } from './generation.ts';
import type { IdempotencyRecord } from './account.ts';

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

/** Adds a record and drops stale records. */
export function addRecord(account: Account, record: IdempotencyRecord, now: number): void {
  const { idempotency, changes } = account;
  dropStale(account, now);
  // The key of a stale record moves to the end of the map, as the newest.
  idempotency.delete(record.key);
  idempotency.set(record.key, record);
  changes.isDirty = true;
  changes.idempotencyKeys.push(record.key);
}

/**
 * Drops stale records, oldest first. It stops at the first valid record, unless most records may belong to evicted
 * generations.
 */
function dropStale(account: Account, now: number): void {
  const { idempotency, changes } = account;
  const isFull = isCrowded(account);
  for (const [key, { expiresAt, generation }] of idempotency) {
    if (expiresAt > now && findGeneration(account, generation) !== undefined) {
      if (!isFull) return;
      continue;
    }
    idempotency.delete(key);
    changes.idempotencyKeys.push(key);
  }
}

/** Reports whether most records may belong to evicted generations. */
export function isCrowded({ idempotency, open, ended }: Account): boolean {
  return idempotency.size > 2 * (open.size + ended.size) + FEW_RECORDS;
}

const FEW_RECORDS = 100;
