/**
 * The loaded part of an account: its single values, the sizes of its collections, and some of their values. If a
 * decision reads a record that was not loaded, its commit reports a conflict. Then the decision runs again on more
 * records.
 */

import type { RuleCount } from '../../domain/fault-state.ts';
import type { Generation } from '../../domain/generation.ts';
import type { IdempotencyRecord } from '../../domain/generation.ts';
import { COUNT, GENERATION, IDEMPOTENCY, type Sizes } from '../account-records.ts';
import type { PartialCollections } from '../account-reader.ts';

/** The records to load in addition to the single values and the rules. */
export type Wanted = ReadonlySet<string> | 'all';

/** A part of an account, with collections that note reads of records outside of the part. */
export class LoadedPart implements PartialCollections {
  readonly #loaded: ReadonlySet<string>;
  /** The records that a decision has read although they were not loaded. */
  missed: Set<string> | 'all' | undefined;
  readonly ofAccount = {
    open: new PartMap<Generation>(this, GENERATION),
    ended: new PartMap<Generation>(this, GENERATION),
    retained: new PartMap<Generation>(this, GENERATION),
    idempotency: new PartMap<IdempotencyRecord>(this, IDEMPOTENCY),
  };
  readonly counts = new PartMap<RuleCount>(this, COUNT);

  constructor(loaded: ReadonlySet<string>) {
    this.#loaded = loaded;
  }

  complete(sizes: Sizes): void {
    const { open, ended, retained, idempotency } = this.ofAccount;
    const maps = [open, ended, retained, idempotency, this.counts];
    for (let at = 0; at < maps.length; at += 1) maps[at]?.complete(sizes[at] ?? 0);
  }

  /** Notes that a decision reads a record. */
  expect(key: string): void {
    if (this.missed === 'all' || this.#loaded.has(key)) return;
    this.missed ??= new Set();
    this.missed.add(key);
  }

  /** Returns the records that the next load must include. */
  get wanted(): Wanted {
    return this.missed === 'all' ? 'all' : new Set([...this.#loaded, ...(this.missed ?? [])]);
  }
}

/** A partly loaded collection. It creates its map with the first value, because each poll creates five collections. */
class PartMap<Value> implements Map<string, Value> {
  readonly [Symbol.toStringTag] = 'Map';
  readonly #part: LoadedPart;
  readonly #prefix: string;
  #values: Map<string, Value> = NO_VALUES;
  #unloaded = 0;

  constructor(part: LoadedPart, prefix: string) {
    this.#part = part;
    this.#prefix = prefix;
  }

  /** Sets the number of values that the whole collection has. */
  complete(size: number): void {
    this.#unloaded = size - this.#values.size;
  }

  get size(): number {
    return this.#values.size + this.#unloaded;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined && this.#unloaded > 0) this.#part.expect(this.#prefix + key);
    return value;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  set(key: string, value: Value): this {
    if (this.#values === NO_VALUES) this.#values = new Map();
    this.#values.set(key, value);
    return this;
  }

  delete(key: string): boolean {
    return this.has(key) && this.#values.delete(key);
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

  /** Returns the loaded values. A create needs old idempotency records only to drop them, which can wait. */
  #all(): Map<string, Value> {
    if (this.#prefix !== IDEMPOTENCY && this.#unloaded > 0) this.#part.missed = 'all';
    return this.#values;
  }
}

const NO_VALUES = new Map<string, never>();
