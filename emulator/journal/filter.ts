/** Filters entries by data: matching entries, sequences, and the most similar entries. */

import * as z from 'zod';
import { promptIn, type Entry } from './entry.ts';

const text = z.string().min(1);
const status = z.union([
  z.int().min(100).max(599),
  z.string().regex(/^[1-5]xx$/, 'must be a status such as 404, or a class of statuses such as 4xx'),
]);
const time = z.union([z.number(), z.iso.datetime({ offset: true }).transform((iso) => Date.parse(iso))]);

export const Filter = z.strictObject({
  operation: z.enum(['create', 'get', 'content']).optional(),
  method: text.optional().describe('in capitals'),
  path: text.optional().describe('path and query exactly as in the request'),
  status: z
    .union([status, z.array(status).min(1)])
    .optional()
    .describe('a status such as 404, a class such as 4xx, or a list of these'),
  code: text.optional().describe('error code'),
  request_id: text.optional(),
  generation: text.optional().describe('id of the generation that the request was about'),
  idempotency_key: text.optional(),
  attempt: z.int().min(1).optional(),
  min_attempt: z.int().min(1).optional(),
  prompt: text.optional().describe('a part of the prompt'),
  range: text.optional(),
  is_aborted: z.boolean().optional(),
  fault: text.optional().describe('id of a fault rule that fired'),
  body_hash: text.optional(),
  key: text.optional().describe("a key's fingerprint"),
  from: time.optional().describe("only requests at or after this time on the account's clock"),
  to: time.optional().describe("only requests at or before this time on the account's clock"),
});
/** The input of a filter. An absent field matches all entries. */
export type FilterInput = z.input<typeof Filter>;
export type Filter = z.output<typeof Filter>;

/** A filter, or a function in the library. */
export type Query = FilterInput | ((entry: Entry) => boolean);

/** A field of an entry that differs from the filter. */
export interface Difference {
  readonly field: keyof Filter;
  readonly wanted: unknown;
  readonly was: unknown;
}

/**
 * Prepares a query for many entries. The returned function returns the fields that keep an entry from matching, or
 * undefined if the entry matches. A query that is a function reports no fields. Throws a ZodError for invalid filters.
 */
export function toMatcher(query: Query = {}): (entry: Entry) => readonly Difference[] | undefined {
  if (typeof query === 'function') return (entry) => (query(entry) ? undefined : []);
  const terms = Object.entries(Filter.parse(query)).flatMap(([name, wanted]) => {
    const field = name as keyof Filter;
    const member = (entry: Entry): unknown => Reflect.get(field in entry ? entry : entry.request, field);
    const { read = member, fits = Object.is } = FIELDS[field] ?? {};
    return wanted === undefined ? [] : [{ field, wanted, read, fits }];
  });
  return (entry) => {
    const differing = terms.filter(({ wanted, read, fits }) => !fits(read(entry), wanted));
    if (differing.length === 0) return undefined;
    return differing.map(({ field, wanted, read }) => ({ field, wanted, was: read(entry) }));
  };
}

interface Field {
  /** Reads the value. By default, it is the member with this name of the entry or its request. */
  readonly read?: (entry: Entry) => unknown;
  /** Compares two values. By default, they must be equal. */
  readonly fits?: (was: unknown, wanted: unknown) => boolean;
}

/** The fields that are not simply equal to a member of the entry or its request. */
const FIELDS: Partial<Record<keyof Filter, Field>> = {
  status: { fits: isOfStatus },
  generation: { fits: (was, wanted) => was === String(wanted).toLowerCase() },
  min_attempt: { read: ({ attempt }) => attempt, fits: isAtLeast },
  prompt: {
    read: ({ request }) => promptIn(request.body),
    fits: (was, wanted) => typeof was === 'string' && was.includes(String(wanted)),
  },
  fault: { read: ({ faults }) => faults, fits: (was, wanted) => Array.isArray(was) && was.includes(wanted) },
  from: { read: atOf, fits: isAtLeast },
  to: { read: atOf, fits: (was, wanted) => isAtLeast(wanted, was) },
};

/** Returns the time of an entry in milliseconds. A time beyond the range of Date is a number already. */
function atOf({ at }: Entry): number {
  return at.includes('T') ? Date.parse(at) : Number(at);
}

function isAtLeast(was: unknown, wanted: unknown): boolean {
  return Number(was) >= Number(wanted);
}

function isOfStatus(was: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => isOfStatus(was, one));
  return typeof wanted === 'string' ? String(was).startsWith(wanted.slice(0, 1)) : was === wanted;
}

/** An entry that does not match, and the fields that differ. */
export interface NearMiss {
  readonly request_id: string;
  readonly seq: number;
  /** The request, for example `POST /v1/videos 202`. */
  readonly request: string;
  /** The fields that differ. Empty if the filter is a function. */
  readonly differs: readonly Difference[];
}

const MOST_NEAR_MISSES = 3;

/** Adds an entry to a list of the most similar entries, or replaces it: fewest differences first, then newest first. */
export function updateNearest(nearest: NearMiss[], entry: Entry, differs: readonly Difference[] | undefined): void {
  const { request_id, seq, method, path, status } = entry;
  const earlier = nearest.findIndex((miss) => miss.request_id === request_id);
  if (earlier >= 0) nearest.splice(earlier, 1);
  if (differs === undefined) return;
  const place = nearest.findLastIndex((miss) => miss.differs.length < differs.length) + 1;
  nearest.splice(place, 0, { request_id, seq, request: `${method} ${path} ${status}`, differs });
  nearest.splice(MOST_NEAR_MISSES);
}

/**
 * The found entries, up to the first query without a match. `missing` contains the index of this query, and the most
 * similar entries after the earlier matches.
 */
export type SequenceReport = ReturnType<typeof findSequence>;

/** Searches the entries for each query, after the match of the previous query. The first match is used. */
export function findSequence(all: readonly Entry[], queries: readonly Query[]) {
  const entries: Entry[] = [];
  let from = 0;
  for (const [index, match] of queries.map(toMatcher).entries()) {
    const rest = all.slice(from);
    const at = rest.findIndex((entry) => match(entry) === undefined);
    const found = rest[at];
    if (found === undefined) {
      const nearest: NearMiss[] = [];
      for (const entry of rest) updateNearest(nearest, entry, match(entry));
      return { holds: false as const, entries, missing: { index, nearest } };
    }
    entries.push(found);
    from += at + 1;
  }
  return { holds: true as const, entries };
}
