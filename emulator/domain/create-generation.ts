/** The decision of a create: the order of refusals, then the reservation and the new generation. */

import type { Account } from './account.ts';
import { evictEnded, settleEagerly, sizeOf, msUntilFewerLive } from './account-generations.ts';
import { bytesOf } from './account-size.ts';
import type { Generation } from './generation.ts';
import { addRecord, findRecord, type UsedKey } from './idempotency.ts';
import { reserve } from './ledger.ts';
import { limitsOf } from './limits.ts';
import { addNewGeneration, type NewGenerationTerms } from './new-generation.ts';
import type { IdempotencyRecord } from './account.ts';
import type { Capacity } from './store.ts';

export interface CreateTerms extends NewGenerationTerms {
  readonly record: Omit<IdempotencyRecord, 'generation'> | undefined;
  readonly capacity: Pick<Capacity, 'generationsPerAccount' | 'bytesPerAccount' | 'isFull'>;
}

export type CreateResult =
  | { readonly kind: 'accepted'; readonly generation: Generation }
  /** The Idempotency-Key was used before. */
  | { readonly kind: 'repeated'; readonly earlier: UsedKey }
  | { readonly kind: 'insufficient' }
  | { readonly kind: 'too-many-live'; readonly retryMs: number }
  /** A source was evicted while the create was in flight. */
  | { readonly kind: 'source-gone' }
  /** Live generations fill the account, by their number or by their memory. */
  | { readonly kind: 'full'; readonly of: 'generations' | 'bytes' }
  /** All accounts together reach the bounds, and this account has no generation to evict. */
  | { readonly kind: 'full-elsewhere' };

/** Decides on a create. Ledger, generation and idempotency record change together or not at all. */
export function createGeneration(account: Account, terms: CreateTerms): CreateResult {
  const { create, now, record } = terms;
  const earlier = record === undefined ? undefined : findRecord(account, record.key, now);
  if (earlier !== undefined) return { kind: 'repeated', earlier };
  settleEagerly(account, now);

  const limits = limitsOf(account.settings.limits);
  const retryMs = limits === undefined ? 0 : msUntilFewerLive(account, limits.live, now);
  if (retryMs > 0) return { kind: 'too-many-live', retryMs };
  if (create.sources.some(({ id }) => !account.ended.has(id))) return { kind: 'source-gone' };
  if (account.ledger.balance < create.cost) return { kind: 'insufficient' };
  const full = evictIfFull(account, terms);
  if (full !== undefined) return full;
  // The ledger is read after the eviction, because an eviction may settle a generation of this account.
  const reserved = reserve(account.ledger, create.cost);
  if (reserved === undefined) return { kind: 'insufficient' };
  const generation = addNewGeneration(account, terms, reserved);
  if (record !== undefined) addRecord(account, { ...record, generation: generation.id }, now);
  return { kind: 'accepted', generation };
}

/** Evicts ended generations of this account while it is full. Other accounts need a separate decision. */
function evictIfFull(account: Account, { now, capacity }: CreateTerms): CreateResult | undefined {
  for (;;) {
    const isOfBytes = bytesOf(account) >= capacity.bytesPerAccount;
    const isAccountFull = isOfBytes || sizeOf(account) >= capacity.generationsPerAccount;
    if (!isAccountFull && !capacity.isFull(account)) return undefined;
    if (evictSome(account, now)) continue;
    return isAccountFull ? { kind: 'full', of: isOfBytes ? 'bytes' : 'generations' } : { kind: 'full-elsewhere' };
  }
}

/** Evicts one generation, and one more per hundred. Evictions must be rare: replicas load the whole account. */
function evictSome(account: Account, now: number): boolean {
  if (!evictEnded(account, now)) return false;
  for (let left = Math.floor(sizeOf(account) / 100); left > 0; left -= 1) evictEnded(account, now);
  return true;
}
