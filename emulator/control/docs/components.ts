/** The zod schemas of the control API as OpenAPI components, and the rest of them in place. */

import * as z from 'zod';
import { snakeName } from '../spelling.ts';
import type { JsonSchema } from './model.ts';

/** Schemas that more than one route uses, by the names of their components. */
export type NamedSchemas = Readonly<Record<string, z.ZodType>>;

export interface SchemaSet {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** The schema to write where this one is used: a reference to its component, or itself. */
  readonly of: (schema: z.ZodType) => JsonSchema;
}

/** Turns all schemas into JSON Schema at once, so that each refers to the components and holds none of them. */
export function toSchemas(named: NamedSchemas, used: readonly z.ZodType[]): SchemaSet {
  const registry = z.registry<{ id: string }>();
  const names = new Map<z.ZodType, string>(Object.entries(named).map(([name, schema]) => [schema, name]));
  for (const schema of used) if (!names.has(schema)) names.set(schema, `inline-${names.size}`);
  for (const [schema, id] of names) registry.add(schema, { id });
  // The form that a sender may send: what has a default is not required. Answers stay open for later fields.
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

/**
 * Inside of a document a schema has neither an id nor a dialect of its own, and what several share is a component too.
 * Fields have the names that public JSON has.
 */
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
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [snakeName(name), field]));
}
