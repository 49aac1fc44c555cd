/** Filters: what to look for in the journal, as data, and how far an entry is from it. */

import * as z from 'zod';
import { faultsOf, generationOf, promptOf, toEntry, type Entry } from './entry.ts';
import { bodyHashOf, type StoredEntry } from './stored-entry.ts';

const text = z.string().min(1);
const status = z.union([
  z.int().min(100).max(599),
  z.string().regex(/^[1-5]xx$/, 'must be a status, or 2xx, 4xx and so on'),
]);
const time = z.union([z.number(), z.iso.datetime({ offset: true }).transform((iso) => Date.parse(iso))]);

export const Filter = z.strictObject({
  operation: z.enum(['create', 'get', 'content']).optional(),
  method: text.optional().describe('in capitals'),
  path: text.optional().describe('path and query as they came'),
  status: z
    .union([status, z.array(status).min(1)])
    .optional()
    .describe('404, 4xx, or a list of such'),
  code: text.optional().describe('error code'),
  requestId: text.optional(),
  generation: text.optional().describe('id of the generation that the request was about'),
  idempotencyKey: text.optional(),
  attempt: z.int().min(1).optional(),
  minAttempt: z.int().min(1).optional(),
  prompt: text.optional().describe('a part of the prompt'),
  range: text.optional(),
  isAborted: z.boolean().optional(),
  fault: text.optional().describe('id of a fault rule that fired'),
  bodyHash: text.optional(),
  key: text.optional().describe("a key's fingerprint"),
  from: time.optional().describe("not before this time of the account's clock"),
  to: time.optional().describe("not after this time of the account's clock"),
});
/** What to look for; a field that is left out matches all. */
export type FilterInput = z.input<typeof Filter>;
export type Filter = z.output<typeof Filter>;

/** A filter, or in the library a function. */
export type Query = FilterInput | ((entry: Entry) => boolean);

/** A field of an entry that is not as the filter wants it. */
export interface Difference {
  readonly field: keyof Filter;
  readonly wanted: unknown;
  readonly was: unknown;
}

export interface Matcher {
  readonly matches: (raw: StoredEntry) => boolean;
  /** What keeps an entry from matching; a function cannot say. */
  readonly differences: (raw: StoredEntry) => Difference[];
}

/** Reads a query once, for many entries. Throws a ZodError on a filter that is none. */
export function toMatcher(query: Query = {}): Matcher {
  if (typeof query === 'function') return { matches: (raw) => query(toEntry(raw)), differences: () => [] };
  const wishes = wishesOf(Filter.parse(query));
  return {
    matches: (raw) => wishes.every(({ field, wanted }) => fits(field, wanted, raw)),
    differences: (raw) =>
      wishes
        .filter(({ field, wanted }) => !fits(field, wanted, raw))
        .map(({ field, wanted }) => ({ field, wanted, was: FIELDS[field].read(raw) })),
  };
}

interface Wish {
  readonly field: keyof Filter;
  readonly wanted: unknown;
}

function wishesOf(filter: Filter): Wish[] {
  const fields = Object.keys(FIELDS) as (keyof Filter)[];
  return fields.flatMap((field) => (filter[field] === undefined ? [] : [{ field, wanted: filter[field] }]));
}

function fits(field: keyof Filter, wanted: unknown, raw: StoredEntry): boolean {
  const { read, fits = Object.is } = FIELDS[field];
  return fits(read(raw), wanted);
}

interface Field {
  readonly read: (raw: StoredEntry) => unknown;
  /** By default they must be the same. */
  readonly fits?: (was: unknown, wanted: unknown) => boolean;
}

const FIELDS: Readonly<Record<keyof Filter, Field>> = {
  operation: { read: ({ facts }) => facts.operation },
  method: { read: ({ facts }) => facts.method },
  path: { read: ({ facts }) => facts.target },
  status: { read: ({ facts }) => facts.status, fits: isOfStatus },
  code: { read: ({ facts }) => facts.code ?? null },
  requestId: { read: ({ facts }) => facts.requestId },
  generation: { read: generationOf, fits: (was, wanted) => was === String(wanted).toLowerCase() },
  idempotencyKey: { read: ({ facts }) => facts.idempotencyKey ?? null },
  attempt: { read: ({ attempt }) => attempt },
  minAttempt: { read: ({ attempt }) => attempt, fits: isAtLeast },
  prompt: { read: promptOf, fits: (was, wanted) => typeof was === 'string' && was.includes(String(wanted)) },
  range: { read: ({ facts }) => facts.range ?? null },
  isAborted: { read: ({ isAborted }) => isAborted ?? null },
  fault: { read: faultsOf, fits: (was, wanted) => Array.isArray(was) && was.includes(wanted) },
  bodyHash: { read: ({ facts }) => bodyHashOf(facts) ?? null },
  key: { read: ({ facts }) => facts.key },
  from: { read: ({ facts }) => facts.at, fits: isAtLeast },
  to: { read: ({ facts }) => facts.at, fits: (was, wanted) => isAtLeast(wanted, was) },
};

function isAtLeast(was: unknown, wanted: unknown): boolean {
  return Number(was) >= Number(wanted);
}

function isOfStatus(was: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => isOfStatus(was, one));
  return typeof wanted === 'string' ? String(was).startsWith(wanted.slice(0, 1)) : was === wanted;
}
