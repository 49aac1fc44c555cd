/** Converts zod schemas to OpenAPI. Named schemas become components, and others are inlined. */

import * as z from 'zod';
import { snakeName } from '../../../lib/spelling.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
/** The schemas by component name. */
export type NamedSchemas = Readonly<Record<string, z.ZodType>>;

export interface SchemaSet {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Returns a reference to the component of a schema, or the schema inline. */
  readonly of: (schema: z.ZodType) => JsonSchema;
}

/** Converts all schemas together, so that they refer to components instead of repeating them. */
export function toSchemas(named: NamedSchemas, used: readonly z.ZodType[]): SchemaSet {
  const registry = z.registry<{ id: string }>();
  const names = new Map<z.ZodType, string>(Object.entries(named).map(([name, schema]) => [schema, name]));
  for (const schema of used) if (!names.has(schema)) names.set(schema, `inline-${names.size}`);
  for (const [schema, id] of names) registry.add(schema, { id });
  // With the input type, fields with defaults are optional, and responses can get new fields.
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: refTo, unrepresentable: 'any' });
  const { __shared: shared, ...own } = schemas;
  const clean = Object.fromEntries(Object.entries(own).map(([name, schema]) => [name, cleaned(schema)]));
  const hoisted = Object.entries(shared?.$defs ?? {}).map(([name, schema]) => [`Shared-${name}`, cleaned(schema)]);
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

/** Prepares a schema for the document: removes `$id` and `$schema`, and converts names to snake_case. */
function cleaned(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify({ ...schema, $schema: undefined, $id: undefined }).replaceAll(
    '#/components/schemas/__shared#/$defs/',
    refTo('Shared-'),
  );
  return JSON.parse(text, inSnakeCase) as JsonSchema;
}

function inSnakeCase(keyword: string, value: unknown): unknown {
  if (keyword === 'required' && Array.isArray(value)) return value.map((name) => snakeName(String(name)));
  if (keyword !== 'properties' || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]: [string, unknown]) => [snakeName(name), field]));
}
