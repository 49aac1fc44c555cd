/** The decision of a create: the order of refusals, then the reservation and the new generation. */

import type { Micros } from '../../contract/prices.ts';
import type { Account } from './account.ts';
import { addGeneration, evictEnded, settleEagerly, sizeOf, msUntilFewerLive } from './account-generations.ts';
import { accountBytes } from './account-size.ts';
import type { Assignment, Generation, IdempotencyRecord, PlanChange, Plan, RefundFault } from './generation.ts';
import { addRecord, findRecord, type UsedKey } from './idempotency.ts';
import { reserve } from './ledger.ts';
import { limitsOf } from './limits.ts';
import { decidePlan } from './plan.ts';
import type { Inspected } from './ports.ts';
import { uuid, type RandomKey } from './random.ts';
import type { Capacity } from './store.ts';

/** A valid create with its cost. The account has not decided on it yet. */
export interface PricedCreate {
  readonly assignment: Assignment;
  readonly inspected: Inspected;
  /** Whether the size of the clip follows from the inputs. */
  readonly isAdaptive: boolean;
  /** The cost, which a fault rule may change. */
  cost: Micros;
  /** The failure scenarios for this generation alone. */
  readonly scenarios: readonly string[];
}

/** A fault rule that changes the plan or the refund of a generation. */
export interface GenerationFault {
  readonly rule: string;
  readonly effect: PlanChange & { readonly refund?: RefundFault | undefined };
}

export interface CreateTerms {
  readonly create: PricedCreate;
  /** The time of the account's clock when the request arrived. */
  readonly now: number;
  readonly generationFaults: readonly GenerationFault[];
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
  if (create.assignment.sources.some(({ id }) => !account.ended.has(id))) return { kind: 'source-gone' };
  if (account.ledger.balance < create.cost) return { kind: 'insufficient' };
  const full = evictIfFull(account, terms);
  if (full !== undefined) return full;
  // The ledger is read after the eviction, because an eviction may settle a generation of this account.
  const reserved = reserve(account.ledger, create.cost);
  if (reserved === undefined) return { kind: 'insufficient' };
  const generation = nextGeneration(account, terms);
  addGeneration(account, generation, reserved);
  if (record !== undefined) addRecord(account, { ...record, generation: generation.id }, now);
  return { kind: 'accepted', generation };
}

/**
 * Evicts ended generations of this account while it is full. Other accounts need a separate decision. Evictions must be
 * rare, because replicas load the whole account, so one eviction takes a hundredth of the generations.
 */
function evictIfFull(account: Account, { create, now, capacity }: CreateTerms): CreateResult | undefined {
  for (;;) {
    const size = sizeOf(account);
    const isOfBytes = accountBytes(account) >= capacity.bytesPerAccount;
    const isAccountFull = isOfBytes || size >= capacity.generationsPerAccount;
    if (!isAccountFull && !capacity.isFull(account)) return undefined;
    const eviction = { most: 1 + Math.floor(size / 100), spared: create.assignment.sources };
    if (evictEnded(account, now, eviction)) continue;
    return isAccountFull ? { kind: 'full', of: isOfBytes ? 'bytes' : 'generations' } : { kind: 'full-elsewhere' };
  }
}

/** Makes the account's next generation. Its id and its draws follow from its number in the account. */
function nextGeneration(account: Account, terms: CreateTerms): Generation {
  const { assignment, cost, scenarios } = terms.create;
  const { seed } = account.settings;
  account.created += 1;
  const draw = [seed, account.randomName, 'generation', account.created];
  const [fault] = terms.generationFaults;
  return {
    id: uuid(draw),
    seed,
    createdAt: terms.now,
    assignment,
    cost,
    plan: firstPlan(account, terms, draw),
    polls: 0,
    status: 'pending',
    scenarios,
    fault: fault?.rule,
    refund: fault?.effect.refund,
    failure: undefined,
    idempotencyKey: terms.record?.key,
  };
}

function firstPlan(account: Account, { create, now, generationFaults }: CreateTerms, draw: RandomKey): Plan {
  const { assignment, inspected, isAdaptive } = create;
  const changes = generationFaults.length === 0 ? NONE : generationFaults.map(({ effect }) => toKeptChange(effect));
  if (inspected.isWaiting === true) return { kind: 'waiting', isAdaptive, changes };
  return decidePlan(account, { assignment, now, draw, failure: inspected.failure, changes });
}

/** Keeps only the fields that change a later plan. */
function toKeptChange({ fail, stick, giveUpSeconds, skipRunning }: PlanChange): PlanChange {
  return { fail, stick, giveUpSeconds, skipRunning };
}

/** A shared empty list, because a million generations may be pending. */
const NONE: readonly never[] = [];
