/** Reads an account from its records, in any order. Throws if a record is of another kind than stores write. */

import { accountOf, type Account, type AccountCollections, type AccountHead } from '../domain/account.ts';
import { countSources } from '../domain/account-generations.ts';
import { clearChanges } from '../domain/changes.ts';
import type { FaultState, RuleCount } from '../domain/fault-state.ts';
import type { Generation } from '../domain/generation.ts';
import type { IdempotencyRecord } from '../domain/idempotency-record.ts';
import { isBalanced } from '../domain/ledger.ts';
import type { Steps } from '../domain/steps.ts';
import {
  COUNT,
  GENERATION,
  HEAD_KEY,
  IDEMPOTENCY,
  RULES_KEY,
  sizesOf,
  type RecordPlaces,
  type Sizes,
} from './account-records.ts';

/** An account that was read from its records. */
export interface RecordedAccount {
  readonly account: Account;
  readonly places: RecordPlaces;
}

/** The collections of an account of which only some records are read. `complete` receives how many records it has. */
export interface PartialCollections {
  readonly ofAccount: AccountCollections;
  readonly counts: Map<string, RuleCount>;
  complete(sizes: Sizes): void;
}

interface StoredHead extends AccountHead {
  readonly last: number;
  readonly bytes: number;
  readonly sizes: Sizes;
}

/** A value of a collection, with its place among the others. */
interface Placed<Value> {
  readonly key: string;
  readonly place: number;
  readonly value: Value;
}

const STATES = ['open', 'ended', 'retained'] as const;

export class AccountReader {
  #head: StoredHead | undefined;
  #rules: FaultState['rules'] | undefined;
  readonly #generations: (Placed<Generation> & { readonly state: (typeof STATES)[number] })[] = [];
  readonly #idempotency: Placed<IdempotencyRecord>[] = [];
  readonly #counts: Placed<RuleCount>[] = [];

  /** Reads the value that was parsed from the text of a record. */
  read(key: string, value: unknown): void {
    if (key.startsWith(GENERATION)) {
      const [state, ...rest] = checked(key, value, Array.isArray);
      const known = STATES.find((name) => name === state) ?? mismatch(key);
      this.#generations.push({ state: known, ...placed(key, rest, isGeneration) });
    } else if (key.startsWith(IDEMPOTENCY)) this.#idempotency.push(placed(key, value, isIdempotencyRecord));
    else if (key.startsWith(COUNT)) this.#counts.push(placed(key, value, isCount));
    else if (key === HEAD_KEY) this.#head = checked(key, value, isHead);
    else if (key === RULES_KEY) this.#rules = checked(key, value, areRules);
  }

  /**
   * Makes the account, in steps. Returns nothing if there was no head. Without `partial`, all records that the head
   * counts must have been read.
   */
  *ending(partial?: PartialCollections): Steps<RecordedAccount | undefined> {
    if (this.#head === undefined) return undefined;
    const { last, bytes, sizes, ...head } = this.#head;
    const account = accountOf(head, partial?.ofAccount);
    const places: RecordPlaces = { last, byKey: new Map() };
    for (const { state, key, place, value } of this.#generations.sort(byPlace)) {
      account[state].set(value.id, value);
      countSources(account, value);
      if (state === 'open') places.byKey.set(key, place);
      yield;
    }
    for (const { value } of this.#idempotency.sort(byPlace)) account.idempotency.set(value.key, value);
    if (this.#rules !== undefined) {
      account.faults = { rules: this.#rules, counts: partial?.counts ?? new Map() };
      for (const { key, place, value } of this.#counts.sort(byPlace)) {
        account.faults.counts.set(key.slice(COUNT.length), value);
        places.byKey.set(key, place);
      }
    }
    if (partial === undefined) expectWhole(account, sizes);
    else partial.complete(sizes);
    account.bytes = bytes;
    clearChanges(account.changes);
    return { account, places };
  }
}

/** Throws if records are missing, or if the ledger does not match the generations. */
function expectWhole(account: Account, sizes: Sizes): void {
  const { name, open, ledger } = account;
  const found = sizesOf(account);
  if (found.some((size, at) => size !== sizes[at])) {
    throw new TypeError(`the account ${name} has ${String(found)} records instead of ${String(sizes)}`);
  }
  let reserved = 0;
  for (const { cost } of open.values()) reserved += cost;
  if (reserved !== ledger.reserved) throw new TypeError(`the ledger of the account ${name} does not balance`);
}

type Kind = 'string' | 'number' | 'boolean' | 'list' | Kinds;
/** The kinds of some members of an object. */
type Kinds = { readonly [member: string]: Kind };

const HEAD_KIND: Kinds = {
  name: 'string',
  origin: 'string',
  settings: { balance: 'number', latency: {}, seed: 'number', limits: 'string' },
  setUp: 'string',
  clock: { anchor: 'number', reading: 'number', rate: 'number' },
  ledger: { granted: 'number', balance: 'number', reserved: 'number', captured: 'number' },
  isRevoked: 'boolean',
  revokedKeys: 'list',
  scenarios: 'list',
  created: 'number',
  slots: 'list',
  fullAt: {},
  last: 'number',
  bytes: 'number',
  sizes: 'list',
};
const GENERATION_KIND: Kinds = {
  id: 'string',
  createdAt: 'number',
  assignment: { prompt: 'string', size: {}, seconds: 'number', images: 'list', audios: 'list', sources: 'list' },
  cost: 'number',
  plan: {},
  status: 'string',
  scenarios: 'list',
};
const IDEMPOTENCY_KIND: Kinds = { key: 'string', fingerprint: 'string', expiresAt: 'number', generation: 'string' };
const COUNT_KIND: Kinds = { seen: 'number', hits: 'number', drawn: {} };
const RULE_KIND: Kinds = { id: 'string', match: {}, when: {}, effect: {} };

function isOfKind(value: unknown, kind: Kind): boolean {
  if (kind === 'list') return Array.isArray(value);
  if (typeof kind === 'string') return typeof value === kind;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const member in kind) if (!isOfKind(Reflect.get(value, member), kind[member] ?? {})) return false;
  return true;
}

const isGeneration = (value: unknown): value is Generation => isOfKind(value, GENERATION_KIND);
const isIdempotencyRecord = (value: unknown): value is IdempotencyRecord => isOfKind(value, IDEMPOTENCY_KIND);
const isCount = (value: unknown): value is RuleCount => isOfKind(value, COUNT_KIND);
const areRules = (value: unknown): value is FaultState['rules'] =>
  Array.isArray(value) && value.every((rule) => isOfKind(rule, RULE_KIND));

function isHead(value: unknown): value is StoredHead {
  if (!isOfKind(value, HEAD_KIND)) return false;
  const { ledger, sizes } = value as StoredHead;
  return isBalanced(ledger) && sizes.length === 6 && sizes.every(Number.isSafeInteger);
}

function checked<Value>(key: string, value: unknown, isRight: (value: unknown) => value is Value): Value {
  return isRight(value) ? value : mismatch(key);
}

function placed<Value>(key: string, parts: unknown, isRight: (value: unknown) => value is Value): Placed<Value> {
  const [place, value] = checked(key, parts, Array.isArray);
  return typeof place === 'number' ? { key, place, value: checked(key, value, isRight) } : mismatch(key);
}

function mismatch(key: string): never {
  throw new TypeError(`the record ${key} is of another kind`);
}

function byPlace(a: Placed<unknown>, b: Placed<unknown>): number {
  return a.place - b.place;
}
