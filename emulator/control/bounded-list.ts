/** Lists and maps in what a client sends: how many members they have is looked at before any of them is read. */

import * as z from 'zod';

type Context = z.core.$RefinementCtx;

/** A list of at most so many items, for short ones; each item that is wrong is told. */
export function shortList<Item extends z.ZodType>(item: Item, most: number) {
  return z.preprocess(refuseLarge(most), z.array(item).max(most));
}

/** The same for any number of items: the first that is wrong is told, because many could leave millions of issues. */
export function longList<Item extends z.ZodType>(item: Item, most: number): z.ZodType<z.output<Item>[]> {
  const refuse = refuseLarge(most);
  const read = z.transform((value: unknown, context): z.output<Item>[] => {
    if (!Array.isArray(value)) return refused(context, [{ code: 'custom', message: 'must be an array', input: value }]);
    const list: unknown = refuse(value, context);
    return list === value ? itemsOf(item, value, context) : z.NEVER;
  });
  // The second half is what the description shows; by then everything has been read.
  return z.pipe(read, z.array(z.any().meta(describedAs(item))).max(most));
}

/** Refuses a value that holds more values than this, however deep; they are counted only so far. */
export function refuseVast(most: number): (value: unknown, context: Context) => unknown {
  return (value, context) =>
    holdsMore(value, most)
      ? refused(context, [{ code: 'custom', message: `must hold at most ${most} values`, input: value }])
      : value;
}

/** Refuses a list, or an object, that has more members; anything else goes on as it is. */
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
    if (result instanceof Promise) throw new TypeError('The items of a list are read at once.');
    if (result.issues.length > 0) return refused(context, z.core.util.prefixIssues(at, result.issues));
    items.push(result.value as z.output<Item>);
  }
  return items;
}

/** Ends the reading, so that no later check meets a value that is not there. */
export function refused(context: Context, issues: readonly z.core.$ZodRawIssue[]): never {
  for (const issue of issues) context.issues.push({ ...issue, continue: false });
  return z.NEVER;
}

function describedAs(item: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' });
  return schema;
}
