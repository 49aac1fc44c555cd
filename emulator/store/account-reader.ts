/** Reads accounts from their records, in any order. Throws if a record has a shape that no store writes. */

import { accountOf, COLLECTIONS, type Account, type AccountCollections } from '../domain/account.ts';
import type { AccountHead, CollectionName, FaultState, RuleCount } from '../domain/account.ts';
import { countSources } from '../domain/account-generations.ts';
import type { Clock } from '../domain/clock.ts';
import type { Generation, IdempotencyRecord } from '../domain/generation.ts';
import { isBalanced } from '../domain/ledger.ts';
import { COUNT, GENERATION, HEAD_KEY, IDEMPOTENCY, RULES_KEY, sizesOf, type RecordPlaces } from './account-records.ts';

/** An account that was read from its records. */
export interface RecordedAccount {
  readonly account: Account;
  readonly places: RecordPlaces;
}

/** The collections of a partly loaded account. `complete` receives the number of records that each collection has. */
export interface PartialCollections {
  readonly ofAccount: AccountCollections;
  readonly counts: Map<string, RuleCount>;
  complete(sizes: readonly number[]): void;
}

interface StoredHead extends AccountHead {
  readonly last: number;
  readonly bytes: number;
  readonly sizes: readonly number[];
}

/**
 * A value of a collection, with its position in the order of the collection and its key. The record of an open
 * generation does not contain its collection.
 */
type Placed<Value> = readonly [place: number, value: Value, key: string, collection: CollectionName | undefined];

/**
 * Reads an account from the values of its records. Returns undefined without a head record. Without `partial`, all
 * records that the head counts are required.
 */
export function readAccount(
  records: Iterable<readonly [key: string, value: unknown]>,
  partial?: PartialCollections,
): RecordedAccount | undefined {
  let head: StoredHead | undefined;
  let rules: FaultState['rules'] | undefined;
  const generations: Placed<Generation>[] = [];
  const idempotency: Placed<IdempotencyRecord>[] = [];
  const counts: Placed<RuleCount>[] = [];
  for (const [key, value] of records) {
    if (key.startsWith(GENERATION)) generations.push(placed(key, value, isGeneration));
    else if (key.startsWith(IDEMPOTENCY)) idempotency.push(placed(key, value, isIdempotencyRecord));
    else if (key.startsWith(COUNT)) counts.push(placed(key, value, isCount));
    else if (key === HEAD_KEY) head = checked(key, value, isHead);
    else if (key === RULES_KEY) rules = checked(key, value, areRules);
  }
  if (head === undefined) return undefined;
  const account = accountOf(head, partial?.ofAccount);
  const places: RecordPlaces = { last: head.last, byKey: new Map() };
  for (const [place, value, key, collection = 'open'] of generations.sort(byPlace)) {
    account[collection].set(value.id, value);
    countSources(account, value);
    if (collection === 'open') places.byKey.set(key, place);
  }
  for (const [, value] of idempotency.sort(byPlace)) account.idempotency.set(value.key, value);
  if (rules !== undefined) {
    account.faults = { rules, counts: partial?.counts ?? new Map() };
    for (const [, value, key] of counts) account.faults.counts.set(key.slice(COUNT.length), value);
  }
  if (partial === undefined) expectWhole(account, head.sizes);
  else partial.complete(head.sizes);
  account.bytes = head.bytes;
  account.changes.isDirty = false;
  return { account, places };
}

/** Throws if records are missing, or if the reserved money differs from the generations. */
function expectWhole(account: Account, sizes: readonly number[]): void {
  const { name, open, ledger } = account;
  const found = sizesOf(account);
  if (found.some((size, at) => size !== sizes[at])) {
    throw new TypeError(`the account ${name} has ${String(found)} records instead of ${String(sizes)}`);
  }
  let reserved = 0;
  for (const { cost } of open.values()) reserved += cost;
  if (reserved !== ledger.reserved) throw new TypeError(`the ledger of the account ${name} does not balance`);
}

/** Checks that a value is an object with these members. Stores write all members of a record or none. */
export function hasMembers(value: unknown, members: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && members.every((member) => Object.hasOwn(value, member));
}

const isGeneration = (value: unknown): value is Generation => hasMembers(value, ['id', 'assignment', 'cost', 'plan']);
const isIdempotencyRecord = (value: unknown): value is IdempotencyRecord =>
  hasMembers(value, ['key', 'fingerprint', 'generation']);
export const isClock = (value: unknown): value is Clock => hasMembers(value, ['anchor', 'reading', 'rate']);
const isCount = (value: unknown): value is RuleCount => hasMembers(value, ['seen', 'hits', 'drawn']);
const areRules = (value: unknown): value is FaultState['rules'] =>
  Array.isArray(value) && value.every((rule) => hasMembers(rule, ['id', 'match', 'effect']));

function isHead(value: unknown): value is StoredHead {
  if (!hasMembers(value, ['name', 'settings', 'clock', 'ledger', 'slots', 'last', 'sizes'])) return false;
  const { ledger, sizes } = value as StoredHead;
  return isBalanced(ledger) && sizes.length === 5;
}

/** Returns a value of a store with its type. Throws if it has another shape. */
export function checked<Value>(key: string, value: unknown, isRight: (value: unknown) => value is Value): Value {
  if (!isRight(value)) throw new TypeError(`the record ${key} has an unexpected shape`);
  return value;
}

function placed<Value>(key: string, parts: unknown, isRight: (value: unknown) => value is Value): Placed<Value> {
  const [place, value, collection] = checked(key, parts, isPlaced);
  return [place, checked(key, value, isRight), key, collection];
}

function isPlaced(value: unknown): value is [place: number, value: unknown, collection?: CollectionName] {
  if (!Array.isArray(value) || typeof value[0] !== 'number') return false;
  return value[2] === undefined || COLLECTIONS.includes(value[2]);
}

function byPlace([a]: Placed<unknown>, [b]: Placed<unknown>): number {
  return a - b;
}
