/**
 * The part of an account that was loaded: its single values, the sizes of its collections, and some of their values. A
 * decision that reads more gets a wrong answer, which is noted: it is not committed, and runs again on more records.
 */

import type { RuleCount } from '../../domain/fault-state.ts';
import type { Generation } from '../../domain/generation.ts';
import type { IdempotencyRecord } from '../../domain/idempotency-record.ts';
import { COUNT, GENERATION, IDEMPOTENCY, type Sizes } from '../account-records.ts';
import type { PartialCollections } from '../account-reader.ts';

/** The records that a load includes in addition to the single values and the rules. */
export type Wanted = ReadonlySet<string> | 'all';

/** The collections of an account of which these records were loaded. */
export class LoadedPart implements PartialCollections {
  readonly #loaded: ReadonlySet<string>;
  /** The records that a decision has read, and that were not loaded. */
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

  complete([open, ended, retained, idempotency, counts]: Sizes): void {
    const { ofAccount } = this;
    ofAccount.open.complete(open);
    ofAccount.ended.complete(ended);
    ofAccount.retained.complete(retained);
    ofAccount.idempotency.complete(idempotency);
    this.counts.complete(counts);
  }

  /** Notes that a record was read. */
  expect(key: string): void {
    if (this.missed === 'all' || this.#loaded.has(key)) return;
    this.missed ??= new Set();
    this.missed.add(key);
  }

  /** The records that the next load has to include. */
  get wanted(): Wanted {
    return this.missed === 'all' ? 'all' : new Set([...this.#loaded, ...(this.missed ?? [])]);
  }
}

/** A collection of which some values were not loaded. */
class PartMap<Value> extends Map<string, Value> {
  readonly #part: LoadedPart;
  readonly #prefix: string;
  #unloaded = 0;

  constructor(part: LoadedPart, prefix: string) {
    super();
    this.#part = part;
    this.#prefix = prefix;
  }

  /** From now on, the collection has so many values. */
  complete(size: number): void {
    this.#unloaded = size - super.size;
  }

  override get size(): number {
    return super.size + this.#unloaded;
  }

  override get(key: string): Value | undefined {
    const value = super.get(key);
    if (value === undefined && this.#unloaded > 0) this.#part.expect(this.#prefix + key);
    return value;
  }

  override has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  override delete(key: string): boolean {
    return this.has(key) && super.delete(key);
  }

  override clear(): void {
    this.#readAll();
    super.clear();
  }

  override entries(): MapIterator<[string, Value]> {
    this.#readAll();
    return super.entries();
  }

  override keys(): MapIterator<string> {
    this.#readAll();
    return super.keys();
  }

  override values(): MapIterator<Value> {
    this.#readAll();
    return super.values();
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  override forEach(visit: (value: Value, key: string, map: Map<string, Value>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }

  /** A create reads the oldest idempotency records only to drop them, which can wait until they are crowded. */
  #readAll(): void {
    if (this.#prefix !== IDEMPOTENCY && this.#unloaded > 0) this.#part.missed = 'all';
  }
}
