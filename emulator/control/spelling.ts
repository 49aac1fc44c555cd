/** Field names: snake_case in public JSON, camelCase in the code. Requests may use both, for compatibility. */

import * as z from 'zod';
import { refused } from './bounded-list.ts';

/** The keys inside these fields are data of the sender and are never renamed. */
const OPAQUE = new Set(['headers', 'json', 'set', 'counts']);
const MOST_UNKNOWN = 5;

type Rename = (name: string) => string;

/** A deep copy with field names in snake_case. */
export function toSnakeCase(value: object): Record<string, unknown> {
  const known = new Map<string, string>();
  return renamedFields(value, (name) => {
    const snake = known.get(name) ?? snakeName(name);
    if (known.size < MOST_KNOWN) known.set(name, snake);
    return snake;
  });
}

const MOST_KNOWN = 1000;

/** A strict object whose field names may be in snake_case. Parsing ends after a few unknown fields. */
export function fields<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.preprocess(renamer(Object.keys(shape)), z.strictObject(shape));
}

/** Makes a preprocessor that renames the fields of an object to these names and refuses any others. */
export function renamer(names: readonly string[]) {
  const known = new Map(names.flatMap((name) => [name, snakeName(name)].map((spelt) => [spelt, name])));
  return (value: unknown, context: z.core.$RefinementCtx): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const renamedValue: Record<string, unknown> = {};
    const unknown: string[] = [];
    for (const [name, each] of Object.entries(value)) {
      const field = known.get(name);
      if (field !== undefined) renamedValue[field] = each;
      else if (unknown.push(name) >= MOST_UNKNOWN) break;
    }
    if (unknown.length === 0) return renamedValue;
    return refused(context, [{ code: 'unrecognized_keys', keys: unknown, input: renamedValue }]);
  };
}

/** Makes a preprocessor that renames fields to the names that the schema knows, at any depth; others stay. */
export function fieldReader(schema: z.ZodType): (value: unknown) => unknown {
  let names: ReadonlyMap<string, string> | undefined;
  return (value) => {
    names ??= new Map(camelNames(schema).map((name) => [snakeName(name), name]));
    const known = names;
    return renamed(value, (name) => known.get(name) ?? name);
  };
}

/** `retryAfter` becomes `retry_after`; what is not camelCase stays. */
export function snakeName(name: string): string {
  return /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/.test(name)
    ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name;
}

function renamed(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename));
  return typeof value === 'object' && value !== null ? renamedFields(value, rename) : value;
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

/** The fields of a schema in camelCase, save those that it has in snake_case as well. */
function camelNames(schema: z.ZodType): string[] {
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const names = new Set<string>();
  JSON.parse(text, (key, value: unknown) => {
    if (key !== 'properties' || typeof value !== 'object' || value === null) return value;
    for (const name of Object.keys(value)) names.add(name);
    return value;
  });
  return [...names].filter((name) => !names.has(snakeName(name)));
}
