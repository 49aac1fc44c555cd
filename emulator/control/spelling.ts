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
  const known = names.map((name) => ({ name, snake: snakeName(name) }));
  return (value: unknown, context: z.core.$RefinementCtx): unknown => {
    if (!isFields(value)) return value;
    const renamedValue: Record<string, unknown> = {};
    let found = 0;
    // By the known names, and not by the sent ones: a snapshot has a hundred thousand objects of each kind, and so they
    // are alike.
    for (const { name, snake } of known) {
      const sent = value[snake] === undefined ? name : snake;
      if (value[sent] === undefined) continue;
      renamedValue[name] = value[sent];
      found += 1;
    }
    const sent = Object.keys(value);
    return sent.length === found ? renamedValue : judged(sent, { names, value, renamedValue, context });
  };
}

interface Renaming {
  readonly names: readonly string[];
  readonly value: Readonly<Record<string, unknown>>;
  readonly renamedValue: Record<string, unknown>;
  readonly context: z.core.$RefinementCtx;
}

/** Says what is wrong with the fields of an object: one is not known, or stands twice. */
function judged(sent: readonly string[], { names, value, renamedValue, context }: Renaming): unknown {
  const known = new Set(names.flatMap((name) => [name, snakeName(name)]));
  const unknown = sent.filter((name) => !known.has(name) && value[name] !== undefined).slice(0, MOST_UNKNOWN);
  if (unknown.length > 0) return refused(context, [{ code: 'unrecognized_keys', keys: unknown, input: renamedValue }]);
  const twice = sent.find((name) => snakeName(name) !== name && value[snakeName(name)] !== undefined);
  if (twice === undefined) return renamedValue;
  return refused(context, [{ code: 'custom', path: [twice], message: twiceWords(twice), input: value }]);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
