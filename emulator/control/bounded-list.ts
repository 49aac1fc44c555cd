/** Builds schemas of arrays and records whose size is checked before their members are parsed. */

import * as z from 'zod';

type Context = z.core.$RefinementCtx;

/** Returns the schema of an array. It reports every invalid item. */
export function longList<Item extends z.ZodType>(item: Item, most: number) {
  return z.preprocess(limitMembers(most), z.array(item).max(most));
}

/** Returns the schema of an item that is read later with its own schema. */
export function unread(item: z.ZodType) {
  const { $schema: _, ...described } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' });
  return z.unknown().meta(described);
}

/** Rejects a value with more nested values than `most`, and stops counting there. */
export function limitValues(most: number): (value: unknown, context: Context) => unknown {
  return (value, context) =>
    hasMoreValues(value, most)
      ? reject(context, [{ code: 'custom', message: `must contain at most ${most} values`, input: value }])
      : value;
}

/** Rejects an array or object with more members than `most`. */
export function limitMembers(most: number): (value: unknown, context: Context) => unknown {
  return (value, context) => {
    if (membersOf(value) <= most) return value;
    return reject(context, [{ code: 'custom', message: `must have at most ${most} members`, input: value }]);
  };
}

function hasMoreValues(value: unknown, most: number): boolean {
  let left = most;
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    left -= membersOf(next);
    if (left < 0) return true;
    for (const member of Object.values(next)) waiting.push(member);
  }
  return false;
}

function membersOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** Reports issues and stops parsing, so that no later check runs on a missing value. */
export function reject(context: Context, issues: readonly z.core.$ZodRawIssue[]): never {
  for (const issue of issues) context.issues.push({ ...issue, continue: false });
  return z.NEVER;
}
