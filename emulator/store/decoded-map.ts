/** A map of values that are texts until they are first asked for: to decode all at once is most of a start. */

export class DecodedMap<Value extends object> extends Map<string, Value> {
  readonly #entries = new Map<string, Value | string>();
  readonly #decode: (text: string) => Value;

  constructor(decode: (text: string) => Value) {
    super();
    this.#decode = decode;
  }

  /** Sets a value by the text that it is decoded from. */
  setText(key: string, text: string): void {
    this.#entries.set(key, text);
  }

  /** A copy, whose values are as far from being decoded as they are here. */
  fork(): DecodedMap<Value> {
    const copy = new DecodedMap(this.#decode);
    for (const [key, found] of this.#entries) copy.#entries.set(key, found);
    return copy;
  }

  override get size(): number {
    return this.#entries.size;
  }

  override get(key: string): Value | undefined {
    const found = this.#entries.get(key);
    return typeof found === 'string' ? this.#decoded(key, found) : found;
  }

  override has(key: string): boolean {
    return this.#entries.has(key);
  }

  override set(key: string, value: Value): this {
    this.#entries.set(key, value);
    return this;
  }

  override delete(key: string): boolean {
    return this.#entries.delete(key);
  }

  override clear(): void {
    this.#entries.clear();
  }

  override *entries(): MapIterator<[string, Value]> {
    for (const [key, found] of this.#entries)
      yield [key, typeof found === 'string' ? this.#decoded(key, found) : found];
  }

  override keys(): MapIterator<string> {
    return this.#entries.keys();
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

  #decoded(key: string, text: string): Value {
    const value = this.#decode(text);
    this.#entries.set(key, value);
    return value;
  }
}
