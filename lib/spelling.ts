/** Field names: snake_case in public JSON, camelCase in the code. Without a schema, so that nothing heavy is loaded. */

/** The keys inside these fields are data of the sender and are never renamed. */
const OPAQUE = new Set(['headers', 'json', 'set', 'counts']);
/** Names that one conversion remembers. */
const MOST_KNOWN = 1000;

export type Rename = (name: string) => string;

/** A deep copy with field names in snake_case. */
export function toSnakeCase(value: object): Record<string, unknown> {
  return createSnakeCase()(value);
}

/** The same for many values that are alike: it remembers their names. */
export function createSnakeCase(): (value: object) => Record<string, unknown> {
  const known = new Map<string, string>();
  const rename: Rename = (name) => {
    const snake = known.get(name) ?? snakeName(name);
    if (known.size < MOST_KNOWN) known.set(name, snake);
    return snake;
  };
  return (value) => renamedFields(value, rename);
}

/** Turns `retryAfter` into `retry_after`. Other names stay. */
export function snakeName(name: string): string {
  return /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/.test(name)
    ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name;
}

/** A deep copy with other field names. */
export function renamed(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename));
  return typeof value === 'object' && value !== null ? renamedFields(value, rename) : value;
}

/** Turns `retry_after` into `retryAfter`. Other names stay. */
export function camelName(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The path of the first field in camelCase, if there is one. */
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
    // Plain assignment would set the prototype, and no schema would see and refuse the field.
    if (name === '__proto__') Object.defineProperty(result, name, { value: field, enumerable: true });
    else result[rename(name)] = field;
  }
  return result;
}
