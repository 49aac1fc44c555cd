/**
 * The loaded part of an account: its single values, the sizes of its collections, and some of their values. If a
 * decision reads a record that was not loaded, its commit reports a conflict. Then the decision runs again on more
 * records.
 */

import type { RuleCount } from '../../domain/account.ts';
import type { Generation, IdempotencyRecord } from '../../domain/generation.ts';
import type { Expected } from '../../domain/store.ts';
import { COUNT, GENERATION, IDEMPOTENCY } from '../account-records.ts';
import type { PartialCollections } from '../account-reader.ts';

/** Stands for all records in a set of records to load. */
export const ALL = '*';
export const EVERYTHING: ReadonlySet<string> = new Set([ALL]);

/** Returns the records that a request will probably read. */
export function keysOf({ generation, idempotencyKey }: Expected): string[] {
  const keys = generation === undefined ? [] : [GENERATION + generation];
  return idempotencyKey === undefined ? keys : [...keys, IDEMPOTENCY + idempotencyKey];
}

/** A part of an account, with collections that note reads of records outside of the part. */
export class LoadedPart implements PartialCollections {
  /** The records that were loaded in addition to the single values and the rules. */
  readonly loaded: Set<string>;
  /** The records that a decision has read although they were not loaded. */
  readonly missed = new Set<string>();
  readonly ofAccount = {
    open: new PartMap<Generation>(this, GENERATION),
    ended: new PartMap<Generation>(this, GENERATION),
    idempotency: new PartMap<IdempotencyRecord>(this, IDEMPOTENCY),
  };
  readonly counts = new PartMap<RuleCount>(this, COUNT);

  constructor(loaded: Iterable<string>) {
    this.loaded = new Set(loaded);
  }

  complete(sizes: readonly number[]): void {
    const { open, ended, idempotency } = this.ofAccount;
    for (const [at, map] of [open, ended, idempotency, this.counts].entries()) map.complete(sizes[at] ?? 0);
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
    if (value === undefined && this.#unloaded > 0) this.#expect(this.#prefix + key);
    return value;
  }

  override has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  override delete(key: string): boolean {
    return this.has(key) && super.delete(key);
  }

  override keys(): MapIterator<string> {
    this.#expectAll();
    return super.keys();
  }

  override values(): MapIterator<Value> {
    this.#expectAll();
    return super.values();
  }

  override entries(): MapIterator<[string, Value]> {
    this.#expectAll();
    return super.entries();
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  override forEach(visit: (value: Value, key: string, map: Map<string, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  #expect(key: string): void {
    if (!this.#part.loaded.has(key)) this.#part.missed.add(key);
  }

  /** A create needs old idempotency records only to drop them, which can wait. */
  #expectAll(): void {
    if (this.#prefix !== IDEMPOTENCY && this.#unloaded > 0) this.#part.missed.add(ALL);
  }
}
