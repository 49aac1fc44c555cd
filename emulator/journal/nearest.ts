/** What came closest to a filter that found nothing, and which fields kept it from matching. */

import type { Difference, Matcher } from './filter.ts';
import type { StoredEntry } from './stored-entry.ts';

export interface NearMiss {
  readonly requestId: string;
  readonly seq: number;
  /** For example `POST /v1/videos 202`. */
  readonly request: string;
  /** The fields that differ; empty when the filter is a function, which cannot say. */
  readonly differs: readonly Difference[];
}

const MOST = 3;

/** Up to three entries with the fewest differences, the newest of equals first. */
export function nearestTo({ differences }: Matcher, entries: Iterable<StoredEntry>): NearMiss[] {
  const misses = Array.from(entries, (raw) => ({ raw, differs: differences(raw) }));
  return misses
    .toSorted((a, b) => a.differs.length - b.differs.length || b.raw.seq - a.raw.seq)
    .slice(0, MOST)
    .map(({ raw, differs }) => ({ requestId: raw.facts.requestId, seq: raw.seq, request: titleOf(raw), differs }));
}

/** An entry in a few words. */
function titleOf({ facts: { method, target, status } }: StoredEntry): string {
  return `${method} ${target} ${status}`;
}
