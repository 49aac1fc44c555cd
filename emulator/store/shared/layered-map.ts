/**
 * A map on top of one that never changes: a copy costs nothing, and its first write what was changed since, however
 * much is in it. Private copies of accounts are made of such maps.
 */

/** Beyond so many changes, or the root of what is there where that is more, the layers are merged into one map. */
const MOST_CHANGES = 64;

interface Layers<Value> {
  /** Never changed. */
  readonly base: ReadonlyMap<string, Value>;
  /** Keys of the base that were deleted. */
  readonly gone: Set<string>;
  /** Other values for keys of the base, in their places. */
  readonly changed: Map<string, Value>;
  /** What comes behind the base. */
  readonly added: Map<string, Value>;
}

export class LayeredMap<Value> extends Map<string, Value> {
  #layers: Layers<Value>;
  /** Whether another map has the same layers; the next write copies them. */
  #isShared: boolean;

  private constructor(layers: Layers<Value>, isShared: boolean) {
    super();
    this.#layers = layers;
    this.#isShared = isShared;
  }

  /** A map with these entries; the given one must not be changed any more. */
  static of<Value>(base: ReadonlyMap<string, Value>): LayeredMap<Value> {
    return base instanceof LayeredMap ? base.fork() : new LayeredMap<Value>(layersOn(base), false);
  }

  /** A copy that neither sees what is written here from now on, nor shows here what is written there. */
  fork(): LayeredMap<Value> {
    const { base, gone, changed, added } = this.#layers;
    const changes = gone.size + changed.size + added.size;
    if (changes > MOST_CHANGES && changes * changes > base.size) this.#layers = layersOn(new Map(this.entries()));
    this.#isShared = true;
    return new LayeredMap<Value>(this.#layers, true);
  }

  override get size(): number {
    const { base, gone, added } = this.#layers;
    return base.size - gone.size + added.size;
  }

  override get(key: string): Value | undefined {
    const { base, gone, changed, added } = this.#layers;
    const found = added.get(key) ?? changed.get(key);
    if (found !== undefined) return found;
    return gone.has(key) ? undefined : base.get(key);
  }

  override has(key: string): boolean {
    const { added } = this.#layers;
    return added.has(key) || this.#isInBase(key);
  }

  override set(key: string, value: Value): this {
    const { changed, added } = this.#own();
    if (this.#isInBase(key)) changed.set(key, value);
    else added.set(key, value);
    return this;
  }

  override delete(key: string): boolean {
    const { gone, changed, added } = this.#own();
    if (added.delete(key)) return true;
    if (!this.#isInBase(key)) return false;
    changed.delete(key);
    gone.add(key);
    return true;
  }

  override clear(): void {
    this.#layers = layersOn(new Map());
    this.#isShared = false;
  }

  override *entries(): MapIterator<[string, Value]> {
    const { base, gone, changed, added } = this.#layers;
    for (const [key, value] of base) if (!gone.has(key)) yield [key, changed.get(key) ?? value];
    yield* added;
  }

  override *keys(): MapIterator<string> {
    for (const [key] of this.entries()) yield key;
  }

  override *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  override forEach(visit: (value: Value, key: string, map: Map<string, Value>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this);
  }

  #isInBase(key: string): boolean {
    const { base, gone } = this.#layers;
    return base.has(key) && !gone.has(key);
  }

  #own(): Layers<Value> {
    if (this.#isShared) {
      const { base, gone, changed, added } = this.#layers;
      this.#layers = { base, gone: new Set(gone), changed: new Map(changed), added: new Map(added) };
      this.#isShared = false;
    }
    return this.#layers;
  }
}

function layersOn<Value>(base: ReadonlyMap<string, Value>): Layers<Value> {
  return { base, gone: new Set(), changed: new Map(), added: new Map() };
}
