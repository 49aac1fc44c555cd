/**
 * The loaded part of an account: its single values, the sizes of its collections, and some of their values. If a
 * decision reads a record that was not loaded, its commit reports a conflict. Then the decision runs again on more
 * records.
 */

import type { RuleCount } from '../../domain/account.ts';
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
    idempotency: new PartMap<IdempotencyRecord>(this, IDEMPOTENCY),
  };
  readonly counts = new PartMap<RuleCount>(this, COUNT);

  constructor(loaded: ReadonlySet<string>) {
    this.#loaded = loaded;
  }

  complete(sizes: Sizes): void {
    const { open, ended, idempotency } = this.ofAccount;
    const maps = [open, ended, idempotency, this.counts];
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

/** A partly loaded collection. As a map, it contains the loaded values. */
class PartMap<Value> extends Map<string, Value> {
  readonly #part: LoadedPart;
  readonly #prefix: string;
  #unloaded = 0;

  constructor(part: LoadedPart, prefix: string) {
    super();
    this.#part = part;
    this.#prefix = prefix;
  }

  /** Sets the number of values that the whole collection has. */
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

  override entries(): MapIterator<[string, Value]> {
    this.#expectAll();
    return super.entries();
  }

  override keys(): MapIterator<string> {
    this.#expectAll();
    return super.keys();
  }

  override values(): MapIterator<Value> {
    this.#expectAll();
    return super.values();
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  override forEach(visit: (value: Value, key: string, map: Map<string, Value>) => void): void {
    this.#expectAll();
    super.forEach(visit);
  }

  /** A create needs old idempotency records only to drop them, which can wait. */
  #expectAll(): void {
    if (this.#prefix !== IDEMPOTENCY && this.#unloaded > 0) this.#part.missed = 'all';
  }
}
