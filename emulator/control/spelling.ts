/** Objects whose fields may be sent in snake_case, as public JSON has them, or in camelCase. */

import * as z from 'zod';
import { snakeName, twiceWords } from '../lib/spelling.ts';
import { refused } from './bounded-list.ts';

const MOST_UNKNOWN = 5;

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
      if (field !== undefined && Object.hasOwn(renamedValue, field)) {
        return refused(context, [{ code: 'custom', path: [name], message: twiceWords(name), input: value }]);
      }
      if (field !== undefined) renamedValue[field] = each;
      else if (unknown.push(name) >= MOST_UNKNOWN) break;
    }
    if (unknown.length === 0) return renamedValue;
    return refused(context, [{ code: 'unrecognized_keys', keys: unknown, input: renamedValue }]);
  };
}
