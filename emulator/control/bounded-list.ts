/** Builds schemas of arrays and records whose size is checked before their members are parsed. */

import * as z from 'zod';

type Context = z.core.$RefinementCtx;

/** Returns the schema of a short array. It reports every invalid item. */
export function shortList<Item extends z.ZodType>(item: Item, most: number) {
  return z.preprocess(limitMembers(most), z.array(item).max(most));
}

/** Returns the schema of a long array. Parsing stops at the first invalid item to limit the number of issues. */
export function longList<Item extends z.ZodType>(item: Item, most: number): z.ZodType<z.output<Item>[]> {
  const refuse = limitMembers(most);
  const read = z.transform((value: unknown, context): z.output<Item>[] => {
    if (!Array.isArray(value)) return reject(context, [{ code: 'custom', message: 'must be an array', input: value }]);
    const list: unknown = refuse(value, context);
    return list === value ? itemsOf(item, value, context) : z.NEVER;
  });
  // The second schema is only for OpenAPI. All items are already parsed when it runs.
  return z.pipe(read, z.array(z.any().meta(describedAs(item))).max(most));
}

/** Returns the schema of an item that is read later with its own schema. */
export function unread(item: z.ZodType) {
  return z.unknown().meta(describedAs(item));
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

function itemsOf<Item extends z.ZodType>(item: Item, list: readonly unknown[], context: Context): z.output<Item>[] {
  const items: z.output<Item>[] = [];
  for (const [at, each] of list.entries()) {
    const result = item._zod.run({ value: each, issues: [] }, { async: false });
    if (result instanceof Promise) throw new TypeError('The schema of a list item must be synchronous.');
    if (result.issues.length > 0) return reject(context, z.core.util.prefixIssues(at, result.issues));
    items.push(result.value as z.output<Item>);
  }
  return items;
}

/** Reports issues and stops parsing, so that no later check runs on a missing value. */
export function reject(context: Context, issues: readonly z.core.$ZodRawIssue[]): never {
  for (const issue of issues) context.issues.push({ ...issue, continue: false });
  return z.NEVER;
}

function describedAs(item: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' });
  return schema;
}
