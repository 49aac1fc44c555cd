/** How generations are made from others: in a row, and all together. */

import { LIMITS } from '../../contract/limits.ts';
import { DEEPEST_DERIVATION, MOST_BEHIND_SOURCE } from '../../contract/source-videos.ts';
import type { Generation } from './generation.ts';
import type { Steps } from './steps.ts';

const { combinedSeconds } = LIMITS.sourceVideoIds;

/** Finds a generation by its id, be it evicted or not. */
type Find = (id: string) => Generation | undefined;

/** How many different generations one was made from, directly or not; counting ends beyond the bound of a source. */
export function countBehind({ assignment }: Generation, find: Find): number {
  const [first] = assignment.sources;
  if (first === undefined) return 0;
  const behind = new Set<string>();
  const waiting = assignment.sources.map(({ id }) => id);
  for (let id = waiting.pop(); id !== undefined && behind.size <= MOST_BEHIND_SOURCE; id = waiting.pop()) {
    if (behind.has(id)) continue;
    behind.add(id);
    for (const source of find(id)?.assignment.sources ?? []) waiting.push(source.id);
  }
  return behind.size;
}

/** One that is named twice counts twice. */
function secondsOfSources({ assignment }: Generation, find: Find): number {
  return assignment.sources.reduce((sum, { id }) => sum + (find(id)?.assignment.seconds ?? 0), 0);
}

/** The depth of a generation, from the depths of its sources. */
export function depthOf({ assignment }: Generation, depths: ReadonlyMap<string, number>): number {
  return assignment.sources.reduce((deepest, { id }) => Math.max(deepest, (depths.get(id) ?? 0) + 1), 0);
}

/** Says what is wrong with how generations are made from others, each listed behind its sources. */
export function* derivationProblem(generations: readonly Generation[]): Steps<string | undefined> {
  const known = new Map<string, Generation>();
  const depths = new Map<string, number>();
  const find = (id: string): Generation | undefined => known.get(id);
  const wide = new Set<string>();
  for (const generation of generations) {
    yield;
    const { id, assignment } = generation;
    known.set(id, generation);
    if (assignment.sources.length === 0) continue;
    for (const source of assignment.sources) {
      if (source.id === id || !known.has(source.id))
        return `${id} names the source ${source.id}, which is not before it`;
      if (wide.has(source.id))
        return `${id} has the source ${source.id}, which was made from more than ${MOST_BEHIND_SOURCE} others`;
    }
    const seconds = secondsOfSources(generation, find);
    if (seconds > combinedSeconds) return `${id} has sources of ${seconds} seconds together, over ${combinedSeconds}`;
    const depth = depthOf(generation, depths);
    if (depth > DEEPEST_DERIVATION) return `${id} is derived ${depth} times in a row`;
    depths.set(id, depth);
    if (countBehind(generation, find) > MOST_BEHIND_SOURCE) wide.add(id);
  }
  return undefined;
}
