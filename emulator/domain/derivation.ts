/** The limits on chains of source videos: their depth, their ancestors and their total length. */

import { LIMITS } from '../../contract/limits.ts';
import { DEEPEST_DERIVATION, MOST_ANCESTORS } from '../../contract/source-videos.ts';
import type { Generation } from './generation.ts';

const { combinedSeconds } = LIMITS.sourceVideoIds;

/** Work over a whole account in steps. Other work may run between two steps. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Finds a generation by its id, even if it was evicted. */
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

/** Returns the total length of the sources. A source that is listed twice counts twice. */
function secondsOfSources({ assignment }: Generation, find: Find): number {
  return assignment.sources.reduce((sum, { id }) => sum + (find(id)?.assignment.seconds ?? 0), 0);
}

/** Returns the depth of a generation, from the depths of its sources. */
export function depthOf({ assignment }: Generation, depths: ReadonlyMap<string, number>): number {
  return assignment.sources.reduce((deepest, { id }) => Math.max(deepest, (depths.get(id) ?? 0) + 1), 0);
}

/** Returns the first broken limit of a list of generations, each listed after its sources. */
export function* derivationProblem(generations: readonly Generation[]): Steps<string | undefined> {
  const known = new Map<string, Generation>();
  const depths = new Map<string, number>();
  const find = (id: string): Generation | undefined => known.get(id);
  const overLimit = new Set<string>();
  for (const generation of generations) {
    yield;
    const { id, assignment } = generation;
    known.set(id, generation);
    if (assignment.sources.length === 0) continue;
    for (const source of assignment.sources) {
      if (source.id === id || !known.has(source.id))
        return `${id} names the source ${source.id}, which is not listed before it`;
      if (overLimit.has(source.id))
        return `${id} has the source ${source.id}, which was made from more than ${MOST_ANCESTORS} others`;
    }
    const seconds = secondsOfSources(generation, find);
    if (seconds > combinedSeconds) return `${id} has sources of ${seconds} seconds together, over ${combinedSeconds}`;
    const depth = depthOf(generation, depths);
    if (depth > DEEPEST_DERIVATION) return `${id} is derived ${depth} times in a row`;
    depths.set(id, depth);
    if (countAncestors(generation, find) > MOST_ANCESTORS) overLimit.add(id);
  }
  return undefined;
}
