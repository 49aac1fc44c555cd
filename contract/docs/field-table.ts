/** Generates tables of fields from the zod schemas, so that each bound and default is written once. */

import * as z from 'zod';
import { code, table } from './markdown.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** Returns the fields of an object schema: type, whether required, default, bounds and meaning. */
export function fieldTable(schema: z.ZodType): string {
  const document = z.toJSONSchema(schema, { io: 'input' });
  const object = resolve(document, document);
  const withDefaults = Object.values(object.properties ?? {}).some((field) => isSchema(field) && 'default' in field);
  const head = ['Field', 'Type', 'Required', ...(withDefaults ? ['Default'] : []), 'Bounds', 'Meaning'];
  const rows = Object.entries(object.properties ?? {}).map(([name, field]) => {
    const shown = isSchema(field) ? field : {};
    const required = object.required?.includes(name) === true ? 'yes' : 'no';
    const defaults = withDefaults ? [defaultText(shown)] : [];
    return [code(name), typeText(shown), required, ...defaults, boundsText(shown), shown.description ?? ''];
  });
  return table(head, rows);
}

function resolve(schema: Schema, document: Schema): Schema {
  const name = schema.$ref?.replace('#/$defs/', '');
  return (name === undefined ? undefined : document.$defs?.[name]) ?? schema;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function typeText(schema: Schema): string {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference !== undefined) return reference.replace('#/$defs/', '');
  const form = schema.format === undefined ? '' : `, ${schema.format}`;
  if (schema.type === 'array') return `array of ${typeText(itemOf(schema))}`;
  return `${String(schema.type ?? 'any')}${form}`;
}

function itemOf(schema: Schema): Schema {
  const { items } = schema;
  return isSchema(items) && !Array.isArray(items) ? items : {};
}

function defaultText(schema: Schema): string {
  return 'default' in schema ? code(JSON.stringify(schema.default)) : '';
}

function boundsText(schema: Schema): string {
  if (schema.const !== undefined) return `exactly ${code(String(schema.const))}`;
  if (schema.enum !== undefined) return code(...schema.enum.map(String));
  if (schema.type === 'array')
    return [`at most ${schema.maxItems} items`, boundsText(itemOf(schema))].filter(Boolean).join('; each ');
  if (schema.type === 'object')
    return Object.keys(schema.properties ?? {})
      .map((name) => `has ${code(name)}`)
      .join(', ');
  return [numberBounds(schema), lengthBounds(schema), patternText(schema)].filter(Boolean).join('; ');
}

function numberBounds({ minimum, maximum }: Schema): string {
  if (minimum === undefined) return '';
  return maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`;
}

function lengthBounds({ minLength, maxLength }: Schema): string {
  if (maxLength === undefined) return '';
  return minLength === undefined ? `at most ${maxLength} characters` : `${minLength} to ${maxLength} characters`;
}

/** Returns the pattern of a field. The pattern of a UUID adds nothing to its format. */
function patternText({ pattern, format }: Schema): string {
  return pattern === undefined || format === 'uuid' ? '' : code(pattern.replaceAll(String.raw`\/`, '/'));
}
