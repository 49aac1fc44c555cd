/** The limits on chains of source videos: their depth, their ancestors and their total length. */

import { LIMITS } from '../../contract/limits.ts';
import { DEEPEST_DERIVATION, MOST_ANCESTORS } from '../../contract/source-videos.ts';
import type { Generation } from './generation.ts';

const { combinedSeconds } = LIMITS.sourceVideoIds;

/** Work over a whole account in steps. Other work may run between two steps. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

type Find = (id: string) => Generation | undefined;

/** Counts the distinct ancestors of a generation. Counting stops above `MOST_ANCESTORS`. */
export function countAncestors({ assignment }: Generation, find: Find): number {
  const [first] = assignment.sources;
  if (first === undefined) return 0;
  const found = new Set<string>();
  const waiting = assignment.sources.map(({ id }) => id);
  for (let id = waiting.pop(); id !== undefined && found.size <= MOST_ANCESTORS; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    for (const source of find(id)?.assignment.sources ?? []) waiting.push(source.id);
  }
  return found.size;
}

/** Returns the first broken limit of all generations of an account. */
export function* derivationProblem(known: ReadonlyMap<string, Generation>): Steps<string | undefined> {
  const find: Find = (id) => known.get(id);
  for (const generation of known.values()) {
    yield;
    const { id, assignment } = generation;
    let depth = 0;
    // A source that is listed twice counts twice.
    let seconds = 0;
    for (const { id: sourceId } of assignment.sources) {
      const source = find(sourceId);
      if (source === undefined) return `${id} names the source ${sourceId}, which is missing`;
      if (countAncestors(source, find) > MOST_ANCESTORS)
        return `${id} has the source ${sourceId}, which was made from more than ${MOST_ANCESTORS} others`;
      depth = Math.max(depth, source.assignment.depth + 1);
      seconds += source.assignment.seconds;
    }
    if (seconds > combinedSeconds) return `${id} has sources of ${seconds} seconds together, over ${combinedSeconds}`;
    // If each depth follows from the depths of the sources, no generation is its own source.
    if (assignment.depth !== depth) return `${id} has the depth ${assignment.depth} instead of ${depth}`;
    if (depth > DEEPEST_DERIVATION) return `${id} is derived ${depth} times in a row`;
  }
  return undefined;
}
