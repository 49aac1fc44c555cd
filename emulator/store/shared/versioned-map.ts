/**
 * A map whose copies cost nothing: all versions share one map, which has what one of them has, and each other one knows
 * what of it was different, step by step (Baker, "Shallow Binding Makes Functional Arrays Fast", 1991). Private copies
 * of accounts are made of such maps.
 */

/** In place of what was deleted or is not there yet: whatever a version has keeps its place in the order. */
const ABSENT = Symbol('absent');
type Kept<Value> = Value | typeof ABSENT;

interface Version<Value> {
  /** All entries, where this version is the one that has them. */
  entries: Map<string, Kept<Value>> | undefined;
  /** Else the version in the direction of that one, and what this one has in other ways. */
  next: Version<Value> | undefined;
  differences: Map<string, Kept<Value>> | undefined;
  /** Nothing is written to it any more: another version may follow. */
  isShared: boolean;
  /** The version before this one, whose differences grow with what is written to this one. */
  before: Version<Value> | undefined;
  size: number;
}

/** So many entries that are absent are no reason to copy those that are there. */
const FEW_ABSENT = 64;

export class VersionedMap<Value> extends Map<string, Value> {
  #version: Version<Value>;

  private constructor(version: Version<Value>) {
    super();
    this.#version = version;
  }

  /** A map with these entries; the given one belongs to it from now on. */
  static of<Value>(entries: Map<string, Value>): VersionedMap<Value> {
    return entries instanceof VersionedMap ? entries.fork() : new VersionedMap<Value>(versionWith(entries));
  }

  /** A copy that neither sees what is written here from now on, nor shows here what is written there. */
  fork(): VersionedMap<Value> {
    this.#version.isShared = true;
    this.#version.before = undefined;
    return new VersionedMap<Value>(this.#version);
  }

  override get size(): number {
    return this.#version.size;
  }

  override get(key: string): Value | undefined {
    const found = this.#find(key);
    return found === ABSENT ? undefined : found;
  }

  override has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  override set(key: string, value: Value): this {
    const version = this.#writable();
    const found = version.entries?.get(key);
    // What comes back comes at the end.
    if (found === ABSENT) detach(version, [...this.entries()]);
    if (found === undefined || found === ABSENT) version.size += 1;
    write(version, key, value);
    return this;
  }

  override delete(key: string): boolean {
    if (!this.has(key)) return false;
    const version = this.#writable();
    version.size -= 1;
    write(version, key, ABSENT);
    return true;
  }

  override clear(): void {
    this.#version = versionWith(new Map());
  }

  override *entries(): MapIterator<[string, Value]> {
    for (const key of this.#allKeys()) {
      const found = this.#find(key);
      if (found !== undefined && found !== ABSENT) yield [key, found];
    }
  }

  override *keys(): MapIterator<string> {
    for (const key of this.#allKeys()) if (this.has(key)) yield key;
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

  /** Those of other versions, too. */
  #allKeys(): Iterable<string> {
    let version = this.#version;
    while (version.next !== undefined) version = version.next;
    return version.entries?.keys() ?? [];
  }

  #find(key: string): Kept<Value> | undefined {
    let version = this.#version;
    for (; version.next !== undefined; version = version.next) {
      const found = version.differences?.get(key);
      if (found !== undefined) return found;
    }
    return version.entries?.get(key);
  }

  /** A version that has the entries and that no other map has. */
  #writable(): Version<Value> {
    const version = this.#version;
    takeEntries(version);
    if (!version.isShared) return version;
    const { entries = new Map<string, Kept<Value>>(), size } = version;
    const absent = entries.size - size;
    if (absent > FEW_ABSENT && absent > size / 8) {
      this.#version = versionWith(new Map(this.entries()));
      return this.#version;
    }
    const next = { ...versionWith(entries), size, before: version };
    step(version, next, new Map());
    this.#version = next;
    return next;
  }
}

function versionWith<Value>(entries: Map<string, Kept<Value>>): Version<Value> {
  return {
    entries,
    next: undefined,
    differences: undefined,
    isShared: false,
    before: undefined,
    size: entries.size,
  };
}

/** A version gives up the entries, and from now on is kept as differences from another one. */
function step<Value>(version: Version<Value>, next: Version<Value>, differences: Map<string, Kept<Value>>): void {
  version.entries = undefined;
  version.before = undefined;
  version.next = next;
  version.differences = differences;
}

/** Turns the steps from a version to the entries around, so that it has them. */
function takeEntries<Value>(version: Version<Value>): void {
  const way: Version<Value>[] = [];
  for (let at = version; at.next !== undefined; at = at.next) way.push(at);
  for (const at of way.reverse()) {
    const { next, differences = new Map<string, Kept<Value>>() } = at;
    const entries = next?.entries;
    if (next === undefined || entries === undefined) continue;
    const back = new Map<string, Kept<Value>>();
    for (const [key, value] of differences) {
      back.set(key, entries.get(key) ?? ABSENT);
      entries.set(key, value);
    }
    step(next, at, back);
    at.entries = entries;
    at.next = undefined;
    at.differences = undefined;
    // Nobody but its neighbor knows a version that is not shared.
    at.before = at.isShared ? undefined : next;
  }
}

/** Gives a version that is not shared a map of its own; the others keep the one that they have. */
function detach<Value>(version: Version<Value>, entries: readonly [string, Value][]): void {
  if (version.before !== undefined) takeEntries(version.before);
  version.entries = new Map(entries);
  version.next = undefined;
  version.differences = undefined;
  version.before = undefined;
}

function write<Value>({ entries, before }: Version<Value>, key: string, value: Kept<Value>): void {
  const differences = before?.differences;
  if (differences?.has(key) === false) differences.set(key, entries?.get(key) ?? ABSENT);
  entries?.set(key, value);
}
