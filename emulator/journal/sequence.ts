/** Whether requests appear in an order; others may lie between them. */

import { toEntry, type Entry } from './entry.ts';
import { toMatcher, type Query } from './filter.ts';
import { nearestTo, type NearMiss } from './nearest.ts';
import type { StoredEntry } from './stored-entry.ts';

export type SequenceReport =
  | { readonly holds: true; readonly entries: readonly Entry[] }
  | {
      readonly holds: false;
      /** Those that were found, up to the first query that found none. */
      readonly entries: readonly Entry[];
      /** Which query found none, counted from 0, and what came closest to it after the ones before. */
      readonly missing: { readonly index: number; readonly nearest: readonly NearMiss[] };
    };

/** Looks for each query behind what the one before it found; the first that fits is as good as any. */
export function findSequence(raws: readonly StoredEntry[], queries: readonly Query[]): SequenceReport {
  const entries: Entry[] = [];
  let from = 0;
  for (const [index, matcher] of queries.map(toMatcher).entries()) {
    const rest = raws.slice(from);
    const at = rest.findIndex((raw) => matcher.matches(raw));
    const found = rest[at];
    if (found === undefined) return { holds: false, entries, missing: { index, nearest: nearestTo(matcher, rest) } };
    entries.push(toEntry(found));
    from += at + 1;
  }
  return { holds: true, entries };
}
