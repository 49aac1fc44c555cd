/** Converts zod schemas to OpenAPI: named ones to components, the others inline. */

import * as z from 'zod';
import { snakeName } from '../../../lib/spelling.ts';
import type { JsonSchema } from './model.ts';

/** Schemas by the names of their components. */
export type NamedSchemas = Readonly<Record<string, z.ZodType>>;

export interface SchemaSet {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Returns a reference to the component of a schema, or the schema inline. */
  readonly of: (schema: z.ZodType) => JsonSchema;
}

/** Converts all schemas at once, so that they refer to components and do not repeat them. */
export function toSchemas(named: NamedSchemas, used: readonly z.ZodType[]): SchemaSet {
  const registry = z.registry<{ id: string }>();
  const names = new Map<z.ZodType, string>(Object.entries(named).map(([name, schema]) => [schema, name]));
  for (const schema of used) if (!names.has(schema)) names.set(schema, `inline-${names.size}`);
  for (const [schema, id] of names) registry.add(schema, { id });
  // The input type: fields with defaults are not required, and responses stay open for new fields.
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: refTo, unrepresentable: 'any' });
  const { __shared: shared, ...own } = schemas;
  const clean = Object.fromEntries(Object.entries(own).map(([name, schema]) => [name, cleaned(schema)]));
  const hoisted = Object.entries(shared?.$defs ?? {}).map(([name, schema]) => [sharedName(name), cleaned(schema)]);
  const components = Object.keys(named).map((name) => [name, clean[name] ?? {}]);
  return {
    components: Object.fromEntries([...components, ...hoisted]),
    of: (schema) => {
      const name = names.get(schema) ?? '';
      return Object.hasOwn(named, name) ? { $ref: refTo(name) } : (clean[name] ?? {});
    },
  };
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function sharedName(name: string): string {
  return `Shared-${name}`;
}

/** A schema as it stands inside of a document: without `$id` and `$schema`, with its public names in snake_case. */
function cleaned(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify({ ...schema, $schema: undefined, $id: undefined }).replaceAll(
    '#/components/schemas/__shared#/$defs/',
    refTo(sharedName('')),
  );
  return JSON.parse(text, inSnakeCase) as JsonSchema;
}

function inSnakeCase(keyword: string, value: unknown): unknown {
  if (keyword === 'required' && Array.isArray(value)) return value.map((name) => snakeName(String(name)));
  if (keyword !== 'properties' || typeof value !== 'object' || value === null) return value;
  // A field that is in the schema in both spellings is shown once, as it is spelled today.
  const shown = Object.entries(value).filter(
    ([name]) => snakeName(name) === name || !Object.hasOwn(value, snakeName(name)),
  );
  return Object.fromEntries(shown.map(([name, field]: [string, unknown]) => [snakeName(name), field]));
}
