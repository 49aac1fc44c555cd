/**
 * Checks whether a value matches a schema, without the copy that zod makes of it. For a recorded report, that copy
 * costs more than all other reading (`conformance judge`). Schemas that this module does not support are left to zod.
 */

import * as z from 'zod';

export type Guard = (value: unknown) => boolean;

/** Returns a guard that accepts the same values as the schema. It ignores unknown fields. */
export function guardOf(schema: z.core.$ZodType): Guard {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('checks' in def && def.checks !== undefined && def.checks.length > 0) return byZod(schema);
  if (def.type === 'object' && def.catchall === undefined) return objectGuard(def.shape);
  if (def.type === 'array') return listGuard(guardOf(def.element));
  if (def.type === 'tuple' && def.rest === null) return tupleGuard(def.items.map(guardOf));
  if (def.type === 'record' && isAnyString(def.keyType)) return recordGuard(guardOf(def.valueType));
  if (def.type === 'union') return anyOf(def.options.map(guardOf));
  if (def.type === 'optional') return anyOf([(value) => value === undefined, guardOf(def.innerType)]);
  if (def.type === 'nullable') return anyOf([(value) => value === null, guardOf(def.innerType)]);
  if (isAnyString(schema)) return (value) => typeof value === 'string';
  if (def.type === 'number' && !('format' in def)) return Number.isFinite;
  if (def.type === 'boolean') return (value) => typeof value === 'boolean';
  return byZod(schema);
}

/** Returns whether a schema is a string without a pattern, a format or another rule. */
function isAnyString(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'string' && !('format' in def) && (def.checks ?? []).length === 0;
}

/** Returns a guard that remembers accepted values, because addresses and words repeat in a report. */
function byZod(schema: z.core.$ZodType): Guard {
  const known = new Set<unknown>();
  return (value) => {
    if (known.has(value)) return true;
    const isFit = z.core.safeParse(schema, value).success;
    if (isFit && typeof value !== 'object') known.add(value);
    return isFit;
  };
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectGuard(shape: Readonly<Record<string, z.core.$ZodType>>): Guard {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, isFit: guardOf(schema) }));
  return (value) => isMap(value) && fields.every(({ name, isFit }) => isFit(value[name]));
}

function recordGuard(isFit: Guard): Guard {
  return (value) => isMap(value) && Object.values(value).every(isFit);
}

function listGuard(isFit: Guard): Guard {
  return (value) => Array.isArray(value) && value.every(isFit);
}

function tupleGuard(items: readonly Guard[]): Guard {
  return (value) =>
    Array.isArray(value) && value.length === items.length && items.every((isFit, at) => isFit(value[at]));
}

function anyOf(guards: readonly Guard[]): Guard {
  return (value) => guards.some((isFit) => isFit(value));
}
