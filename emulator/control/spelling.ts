/** Objects whose fields are in snake_case in public JSON, and in camelCase in the code. */

import * as z from 'zod';
import { snakeName } from '../../lib/spelling.ts';
import { refused } from './bounded-list.ts';

const MOST_UNKNOWN = 5;

/** A strict object whose fields are sent in snake_case. Parsing ends after a few unknown fields. */
export function fields<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.preprocess(renamer(Object.keys(shape)), z.strictObject(shape));
}

/** Makes a preprocessor that renames the fields of an object to these names and refuses any others. */
export function renamer(names: readonly string[]) {
  const known = names.map((name) => ({ name, snake: snakeName(name) }));
  const sentNames = new Set(known.map(({ snake }) => snake));
  return (value: unknown, context: z.core.$RefinementCtx): unknown => {
    if (!isFields(value)) return value;
    const renamedValue: Record<string, unknown> = {};
    let found = 0;
    // By the known names, so that the hundred thousand objects of a snapshot have one shape.
    for (const { name, snake } of known) {
      if (value[snake] === undefined) continue;
      renamedValue[name] = value[snake];
      found += 1;
    }
    const sent = Object.keys(value);
    if (sent.length === found) return renamedValue;
    const unknown = sent.filter((name) => !sentNames.has(name) && value[name] !== undefined).slice(0, MOST_UNKNOWN);
    if (unknown.length === 0) return renamedValue;
    return refused(context, [{ code: 'unrecognized_keys', keys: unknown, input: renamedValue }]);
  };
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
