/** Converts field names between snake_case in public JSON and camelCase in the code, without any schema. */

/** The fields with data of the sender, in which no names are converted. */
const OPAQUE = new Set(['headers', 'json', 'set', 'counts']);
/** The maximum number of names that a conversion caches. */
const MOST_KNOWN = 1000;

export type Rename = (name: string) => string;

/** Returns a deep copy with field names in snake_case. */
export function toSnakeCase(value: object): Record<string, unknown> {
  return createSnakeCase()(value);
}

/** Creates a conversion for many similar values, which caches their names. */
export function createSnakeCase(): (value: object) => Record<string, unknown> {
  const known = new Map<string, string>();
  const rename: Rename = (name) => {
    const snake = known.get(name) ?? snakeName(name);
    if (known.size < MOST_KNOWN) known.set(name, snake);
    return snake;
  };
  return (value) => renamedFields(value, rename);
}

/** Converts `retryAfter` to `retry_after`. Other names stay unchanged. */
export function snakeName(name: string): string {
  return /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/.test(name)
    ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name;
}

/** Returns a deep copy with renamed fields. */
export function renamed(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename));
  return typeof value === 'object' && value !== null ? renamedFields(value, rename) : value;
}

/** Converts `retry_after` to `retryAfter`. Other names stay unchanged. */
export function camelName(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the path of the first field in camelCase, if any. */
export function camelField(value: unknown): PropertyKey[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, each] of Object.entries(value) as [string, unknown][]) {
    if (!Array.isArray(value) && snakeName(name) !== name) return [name];
    const within = OPAQUE.has(name) ? undefined : camelField(each);
    if (within !== undefined) return [Array.isArray(value) ? Number(name) : name, ...within];
  }
  return undefined;
}

function renamedFields(value: object, rename: Rename): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value) as [string, unknown][]) {
    const field = OPAQUE.has(name) ? each : renamed(each, rename);
    // An assignment to `__proto__` would set the prototype and hide the field from validation.
    if (name === '__proto__') Object.defineProperty(result, name, { value: field, enumerable: true });
    else result[rename(name)] = field;
  }
  return result;
}
