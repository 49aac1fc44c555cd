/**
 * Finds the smallest differences between the expected and the received response: paths of the body, headers, or the
 * first different byte.
 */

import * as z from 'zod';

export const Difference = z.object({
  /** A path in the body, `status`, the name of a header, or a byte by its offset. */
  at: z.string(),
  expected: z.string(),
  got: z.string(),
});
export type Difference = z.output<typeof Difference>;

const MOST = 6;
const BYTES_SHOWN = 8;

/** Returns the paths at which two JSON values differ. A whole branch that one value lacks counts once. */
export function valueDifferences(expected: unknown, got: unknown, at = ''): Difference[] {
  if (JSON.stringify(expected) === JSON.stringify(got)) return [];
  if (!isTree(expected) || !isTree(got) || Array.isArray(expected) !== Array.isArray(got))
    return [{ at: at === '' ? 'body' : at, expected: show(expected), got: show(got) }];
  const names = [...new Set([...Object.keys(expected), ...Object.keys(got)])];
  const below = names.flatMap((name) => valueDifferences(expected[name], got[name], joined(at, name)));
  return below.slice(0, MOST);
}

/** Returns the paths at which a body violates its schema, and its unlisted fields. */
export function shapeDifferences(schema: z.ZodObject, value: unknown): Difference[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  const wrong = issues.map((issue): Difference => {
    const there = issue.path.reduce<unknown>((part, key) => (isTree(part) ? part[String(key)] : undefined), value);
    return { at: issue.path.join('.') || 'body', expected: wanted(issue), got: show(there) };
  });
  return [...wrong, ...unlisted(schema, value, '')].slice(0, MOST);
}

/** Returns the first different byte with a few following bytes. `offset` is the position of both starts. */
export function byteDifferences(expected: Uint8Array, got: Uint8Array, offset = 0): Difference[] {
  if (expected.length === got.length && Buffer.compare(expected, got) === 0) return [];
  const shortest = Math.min(expected.length, got.length);
  let first = 0;
  while (first < shortest && expected[first] === got[first]) first += 1;
  return [{ at: `byte ${offset + first}`, expected: hexOf(expected, first), got: hexOf(got, first) }];
}

/** Shortens a value for a report. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : isEndless(value) ? String(value) : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

/** Detects Infinity: `JSON.parse` reads 1e999 as Infinity, which `JSON.stringify` would write as null. */
function isEndless(value: unknown): value is number {
  return typeof value === 'number' && !Number.isFinite(value);
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function joined(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

function wanted(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
  if (issue.code === 'invalid_value') return issue.values.map((value) => show(value)).join(' or ');
  if (issue.code !== 'invalid_format') return issue.message;
  return issue.path.at(-1) === 'url' ? '/v1/videos/<id>/content' : 'a uuid';
}

function unlisted(schema: z.ZodObject, value: unknown, at: string): Difference[] {
  if (!isTree(value) || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]): Difference[] => {
    const known: unknown = schema.shape[name];
    if (known === undefined)
      return [{ at: joined(at, name), expected: 'no such field in the document', got: show(inner) }];
    const unwrapped = known instanceof z.ZodOptional ? known.unwrap() : known;
    return unwrapped instanceof z.ZodObject ? unlisted(unwrapped, inner, joined(at, name)) : [];
  });
}

function hexOf(bytes: Uint8Array, from: number): string {
  if (from >= bytes.length) return `the end, after ${bytes.length} bytes`;
  const some = [...bytes.subarray(from, from + BYTES_SHOWN)].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${some.join(' ')}${from + BYTES_SHOWN < bytes.length ? ' …' : ''}`;
}
