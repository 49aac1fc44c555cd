/** The idempotency records of an account: what each Idempotency-Key was used for, until that expires. */

import type { Account } from './account.ts';
import { findGeneration } from './account-generations.ts';
import { plus } from './changes.ts';
import type { Generation } from './generation.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';

/** The record of a key that was used before, and the generation that its create made. */
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

/** Adds a record and drops stale ones. */
export function addRecord(account: Account, record: IdempotencyRecord, now: number): void {
  const { idempotency, changes } = account;
  dropStale(account, now);
  // A key whose record was stale moves to the end, the newest.
  idempotency.delete(record.key);
  idempotency.set(record.key, record);
  changes.isDirty = true;
  changes.idempotencyKeys = plus(changes.idempotencyKeys, record.key);
}

function dropStale(account: Account, now: number): void {
  const { idempotency, changes } = account;
  for (const [key, { expiresAt, generation }] of idempotency) {
    if (expiresAt > now && findGeneration(account, generation) !== undefined) return;
    idempotency.delete(key);
    changes.idempotencyKeys = plus(changes.idempotencyKeys, key);
  }
}
