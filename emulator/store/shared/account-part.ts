/**
 * The part of an account that was loaded: its single values, the sizes of its collections, and some of their values. A
 * decision that reads more gets a wrong answer, which is noted: it is not committed, and runs again on more.
 */

import { accountOf, type Account } from '../../domain/account.ts';
import { sizeOf } from '../../domain/account-generations.ts';
import type { RuleCount } from '../../domain/fault-state.ts';
import type { Generation } from '../../domain/generation.ts';
import type { IdempotencyRecord } from '../../domain/idempotency-record.ts';
import { HEAD_KEY, COUNT, GENERATION, IDEMPOTENCY, RULES_KEY, nothingRead, readRecord } from '../read-records.ts';
import type { RecordPlaces } from '../account-records.ts';

/** Which records of an account are loaded: these, or all. */
export type Wanted = ReadonlySet<string> | 'all';

/** The record of the sizes: of open, ended and retained generations, idempotency records, and counts of rules. */
export const SIZES_KEY = 'sizes';
type Sizes = readonly [open: number, ended: number, retained: number, idempotency: number, counts: number];

/** The records that every load includes. */
export const COMMON_KEYS: readonly string[] = ['v', 'life', HEAD_KEY, SIZES_KEY, RULES_KEY];

/** An account with what a commit of it has to know. */
export interface LoadedAccount {
  readonly account: Account;
  readonly places: RecordPlaces;
  /** Absent if all of the account was loaded. */
  readonly part?: LoadedPart | undefined;
}

/** Which records were loaded, and which were read without being loaded. */
export class LoadedPart {
  readonly loaded: ReadonlySet<string>;
  missed: Set<string> | 'all' | undefined;

  constructor(loaded: ReadonlySet<string>) {
    this.loaded = loaded;
  }

  expect(key: string): void {
    if (this.missed === 'all' || this.loaded.has(key)) return;
    this.missed ??= new Set();
    this.missed.add(key);
  }

  /** The records that the next load has to include. */
  get wanted(): Wanted {
    if (this.missed === 'all') return 'all';
    return this.missed === undefined ? this.loaded : new Set([...this.loaded, ...this.missed]);
  }
}

/** The record of the sizes of an account as it is now. */
export function sizesText({ open, ended, retained, idempotency, faults }: Account): string {
  const sizes: Sizes = [open.size, ended.size, retained.size, idempotency.size, faults?.counts.size ?? 0];
  return JSON.stringify(sizes);
}

/** How many generations a record of sizes counts. */
export function generationsIn(text: string | undefined): number {
  const [open, ended] = readSizes(text);
  return open + ended;
}

/** Reads an account from its loaded records. Returns nothing without a head, and throws if a record cannot be read. */
export function readPart(records: ReadonlyMap<string, string>, loaded: ReadonlySet<string>): LoadedAccount | undefined {
  const read = nothingRead();
  for (const [key, text] of records) if (!OWN_KEYS.has(key)) readRecord(read, key, JSON.parse(text));
  if (read.head === undefined) return undefined;
  const { head } = read;
  const [open, ended, retained, idempotency, counts] = readSizes(records.get(SIZES_KEY));
  const part = new LoadedPart(loaded);
  const maps = {
    open: new PartMap<Generation>(part, GENERATION, open),
    ended: new PartMap<Generation>(part, GENERATION, ended),
    retained: new PartMap<Generation>(part, GENERATION, retained),
    idempotency: new PartMap<IdempotencyRecord>(part, IDEMPOTENCY, idempotency),
  };
  const places: RecordPlaces = { next: head.next, byKey: new Map() };
  for (const { state, key, place, generation } of read.generations) {
    if (typeof generation === 'string') continue;
    maps[state].load(generation.id, generation);
    if (state === 'open') places.byKey.set(key, place);
  }
  for (const { record } of read.idempotency) maps.idempotency.load(record.key, record);
  const account = accountOf(head, maps);
  account.bytes = head.bytes;
  account.changes.isDirty = false;
  if (read.rules !== undefined) {
    const loadedCounts = new PartMap<RuleCount>(part, COUNT, counts);
    for (const { counted, count, place } of read.counts) {
      loadedCounts.load(counted, count);
      places.byKey.set(COUNT + counted, place);
    }
    account.faults = { rules: read.rules, counts: loadedCounts };
  }
  return { account, places, part };
}

/** Whether stale idempotency records may be the most, so that a create has to look at all of them. */
export function isCrowded(account: Account): boolean {
  return account.idempotency.size > 2 * sizeOf(account) + FEW_RECORDS;
}

/** As in the domain, where records are dropped. */
const FEW_RECORDS = 100;
/** Records of the store itself. */
export const OWN_KEYS: ReadonlySet<string> = new Set(['v', 'life', SIZES_KEY]);

function readSizes(text: string | undefined): Sizes {
  const sizes: unknown = JSON.parse(text ?? 'null');
  if (Array.isArray(sizes) && sizes.length === 5 && sizes.every(Number.isSafeInteger)) return sizes as unknown as Sizes;
  throw new TypeError(`The record ${SIZES_KEY} is not a list of sizes`);
}

/** A collection with some of its values. It makes a map only if it has a value, because a poll needs four of them. */
class PartMap<Value> implements Map<string, Value> {
  readonly [Symbol.toStringTag] = 'Map';
  readonly #part: LoadedPart;
  readonly #prefix: string;
  #values: Map<string, Value> = NO_VALUES;
  size: number;

  constructor(part: LoadedPart, prefix: string, size: number) {
    this.#part = part;
    this.#prefix = prefix;
    this.size = size;
  }

  /** Adds a value that the size counts already. */
  load(key: string, value: Value): void {
    if (this.#values === NO_VALUES) this.#values = new Map();
    this.#values.set(key, value);
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) this.#expect(key);
    return value;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: Value): this {
    if (!this.#values.has(key)) this.size += 1;
    this.load(key, value);
    return this;
  }

  delete(key: string): boolean {
    const isThere = this.#values.delete(key);
    if (isThere) this.size -= 1;
    else this.#expect(key);
    return isThere;
  }

  clear(): void {
    for (const key of this.keys()) this.delete(key);
  }

  entries(): MapIterator<[string, Value]> {
    return this.#all().entries();
  }

  keys(): MapIterator<string> {
    return this.#all().keys();
  }

  values(): MapIterator<Value> {
    return this.#all().values();
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  forEach(visit: (value: Value, key: string, map: Map<string, Value>) => void): void {
    for (const [key, value] of this.#all()) visit(value, key, this);
  }

  #expect(key: string): void {
    if (this.#values.size < this.size) this.#part.expect(this.#prefix + key);
  }

  /** A create looks at the oldest idempotency records only to drop them, which can wait until they are crowded. */
  #all(): Map<string, Value> {
    if (this.#prefix !== IDEMPOTENCY && this.#values.size < this.size) this.#part.missed = 'all';
    return this.#values;
  }
}

const NO_VALUES = new Map<string, never>();
