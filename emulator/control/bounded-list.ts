/** Schemas of values whose size is checked before their members are parsed. */

import * as z from 'zod';

/** Returns the schema of an array. It reports every invalid item. */
export function longList<Item extends z.ZodType>(item: Item, most: number) {
  const isTooLong = (value: unknown): boolean => Array.isArray(value) && value.length > most;
  return z.preprocess(rejecting(isTooLong, `must have at most ${most} members`), z.array(item).max(most));
}

/** Returns the schema of an item that is read later with its own schema. */
export function unread(item: z.ZodType) {
  const { $schema: _, ...described } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' });
  return z.unknown().meta(described);
}

/** Rejects a value that consists of more than `most` values. */
export function limitValues(most: number) {
  return rejecting((value) => countValues(value) > most, `must contain at most ${most} values`);
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member: unknown) => sum + countValues(member), 1);
}

/** Returns a preprocessor that stops parsing at a wrong value, so that no schema parses it. */
function rejecting(isWrong: (value: unknown) => boolean, message: string) {
  return (value: unknown, context: z.core.$RefinementCtx): unknown => {
    if (!isWrong(value)) return value;
    context.issues.push({ code: 'custom', message, input: value, continue: false });
    return z.NEVER;
  };
}
