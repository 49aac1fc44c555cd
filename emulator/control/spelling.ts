/** Names of fields: snake_case in public JSON, camelCase in the code. Requests may use either, as they could before. */

import * as z from 'zod';

/** What lies in these belongs to whoever sent it, names and all. */
const OPAQUE = new Set(['headers', 'json', 'set', 'counts']);

/** The same value, with the fields of all its objects in snake_case. */
export function toSnakeCase(value: object): Record<string, unknown> {
  return renamedFields(value, snakeName);
}

/** Makes a function that renames the fields of this schema from snake_case to the names that the schema has; others stay. */
export function fieldReader(schema: z.ZodType): (value: unknown) => unknown {
  let names: ReadonlyMap<string, string> | undefined;
  return (value) => {
    names ??= new Map(fieldsOf(schema).map((name) => [snakeName(name), name]));
    const known = names;
    return renamed(value, (name) => known.get(name) ?? name);
  };
}

/** `retryAfter` as `retry_after`; what is no camelCase stays as it is. */
export function snakeName(name: string): string {
  return /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/.test(name)
    ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name;
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename));
  return typeof value === 'object' && value !== null ? renamedFields(value, rename) : value;
}

/** Made of entries, so that a field called `__proto__` stays one, and a schema sees and refuses it. */
function renamedFields(value: object, rename: (name: string) => string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      rename(name),
      OPAQUE.has(name) ? each : renamed(each, rename),
    ]),
  );
}

function fieldsOf(schema: z.ZodType): string[] {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const names: string[] = [];
  JSON.parse(text, (key, value: unknown) => {
    if (key === 'properties' && typeof value === 'object' && value !== null) names.push(...Object.keys(value));
    return value;
  });
  return names;
}
