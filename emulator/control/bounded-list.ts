/** Schemas of arrays and records whose size is checked before their members are parsed. */

import * as z from 'zod';

type Context = z.core.$RefinementCtx;

/** An array of limited length; every invalid item is reported. */
export function shortList<Item extends z.ZodType>(item: Item, most: number) {
  return z.preprocess(refuseLarge(most), z.array(item).max(most));
}

/** An array that may be long: parsing ends at the first invalid item, since millions of issues would fill the heap. */
export function longList<Item extends z.ZodType>(item: Item, most: number): z.ZodType<z.output<Item>[]> {
  const refuse = refuseLarge(most);
  const read = z.transform((value: unknown, context): z.output<Item>[] => {
    if (!Array.isArray(value)) return refused(context, [{ code: 'custom', message: 'must be an array', input: value }]);
    const list: unknown = refuse(value, context);
    return list === value ? itemsOf(item, value, context) : z.NEVER;
  });
  // The second schema is for OpenAPI only: by then all items are parsed.
  return z.pipe(read, z.array(z.any().meta(describedAs(item))).max(most));
}

/** Refuses a value with more nested values than this; counting ends there. */
export function refuseVast(most: number): (value: unknown, context: Context) => unknown {
  return (value, context) =>
    holdsMore(value, most)
      ? refused(context, [{ code: 'custom', message: `must contain at most ${most} values`, input: value }])
      : value;
}

/** Refuses an array or object with more members; passes anything else on. */
export function refuseLarge(most: number): (value: unknown, context: Context) => unknown {
  return (value, context) => {
    if (membersOf(value) <= most) return value;
    return refused(context, [{ code: 'custom', message: `must have at most ${most} members`, input: value }]);
  };
}

function holdsMore(value: unknown, most: number): boolean {
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
    if (result.issues.length > 0) return refused(context, z.core.util.prefixIssues(at, result.issues));
    items.push(result.value as z.output<Item>);
  }
  return items;
}

/** Reports issues and ends parsing: no later check runs on a value that is missing. */
export function refused(context: Context, issues: readonly z.core.$ZodRawIssue[]): never {
  for (const issue of issues) context.issues.push({ ...issue, continue: false });
  return z.NEVER;
}

function describedAs(item: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' });
  return schema;
}
