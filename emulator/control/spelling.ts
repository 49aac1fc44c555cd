/** Converts objects from the snake_case of public JSON to the camelCase of the code. */

import * as z from 'zod';
import { snakeName } from '../../lib/spelling.ts';
import { reject } from './bounded-list.ts';

const MOST_UNKNOWN = 5;

/** Returns the schema of a strict object with snake_case input. Parsing stops after a few unknown fields. */
export function fields<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.preprocess(renamer(Object.keys(shape)), z.strictObject(shape));
}

/** Returns a preprocessor that renames the fields of an object and rejects unknown fields. */
export function renamer(names: readonly string[]) {
  const known = names.map((name) => ({ name, snake: snakeName(name) }));
  const sentNames = new Set(known.map(({ snake }) => snake));
  return (value: unknown, context: z.core.$RefinementCtx): unknown => {
    if (!isFields(value)) return value;
    const renamedValue: Record<string, unknown> = {};
    let found = 0;
    // The loop over known names gives all objects of a snapshot the same shape, which saves memory.
    for (const { name, snake } of known) {
      if (value[snake] === undefined) continue;
      renamedValue[name] = value[snake];
      found += 1;
    }
    const sent = Object.keys(value);
    if (sent.length === found) return renamedValue;
    const unknown = sent.filter((name) => !sentNames.has(name) && value[name] !== undefined).slice(0, MOST_UNKNOWN);
    if (unknown.length === 0) return renamedValue;
    return reject(context, [{ code: 'unrecognized_keys', keys: unknown, input: renamedValue }]);
  };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
