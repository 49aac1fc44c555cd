/** The rules about source videos that need other generations: their account, their status and their length. */

import { LIMITS } from './limits.ts';
import { pathText, type Problem } from './problem.ts';
import type { FullCreateRequest } from './request.ts';

/** The facts about a source that the rules use. Unknown ids and ids of other accounts are the same. */
export type SourceFacts =
  | { readonly state: 'unknown' }
  | { readonly state: 'not-completed' }
  | {
      readonly state: 'completed';
      readonly seconds: number;
      /** The length of the longest chain of sources: 0 without sources, else the deepest source plus one. */
      readonly depth?: number;
      /** The number of distinct ancestors. */
      readonly ancestors?: number;
    };

/**
 * The longest chain of sources, a default of the emulator. A clip is rendered from all its ancestors, so the chain
 * needs a limit. Ordinary chains of extensions are much shorter.
 */
export const DEEPEST_DERIVATION = 32;

/**
 * The most ancestors of a source, another limit of the emulator. A short chain can still have many ancestors, and a
 * clip is rendered from all of them.
 */
export const MOST_ANCESTORS = 64;

/** Returns the problems of source videos in the order of `source_video_ids`. A repeated source counts twice. */
export function sourceProblems(sources: readonly SourceFacts[]): Problem[] {
  return [...sources.flatMap(availability), ...combinedSeconds(sources), ...sources.flatMap(derivation)];
}

/** Returns the length of the output: of the first source with `edit`, else the requested length. */
export function outputSeconds(request: FullCreateRequest, sourceSeconds: readonly number[]): number {
  const [first] = sourceSeconds;
  return request.reference_video_operation === 'edit' && first !== undefined ? first : request.duration_seconds;
}

function availability(source: SourceFacts, at: number): Problem[] {
  const path = pathText(['source_video_ids', at]);
  if (source.state === 'unknown') {
    const message = 'is not a generation of this account; send the id of a completed generation of this account';
    return [{ path, code: 'source_video_not_found', message }];
  }
  if (source.state === 'not-completed') {
    const message = 'is not completed; poll it until its status is completed, then retry';
    return [{ path, code: 'source_video_not_ready', message }];
  }
  return [];
}

function combinedSeconds(sources: readonly SourceFacts[]): Problem[] {
  const { combinedSeconds: max } = LIMITS.sourceVideoIds;
  const total = sources.reduce((sum, source) => sum + (source.state === 'completed' ? source.seconds : 0), 0);
  if (total <= max) return [];
  const message = `are ${total} seconds long in total; send at most ${max}`;
  return [{ path: 'source_video_ids', code: 'source_duration_exceeded', message }];
}

function derivation(source: SourceFacts, at: number): Problem[] {
  const depth = source.state === 'completed' ? (source.depth ?? 0) : 0;
  const ancestors = source.state === 'completed' ? (source.ancestors ?? 0) : 0;
  const path = pathText(['source_video_ids', at]);
  if (ancestors > MOST_ANCESTORS) {
    const message = `was derived from more than ${MOST_ANCESTORS} other generations, which is over the limit; send a source that was derived from fewer generations`;
    return [{ path, code: 'source_depth_exceeded', message }];
  }
  if (depth < DEEPEST_DERIVATION) return [];
  const message = `has a chain of ${depth} sources behind it, which is the limit; send a source video with a shorter chain`;
  return [{ path, code: 'source_depth_exceeded', message }];
}
