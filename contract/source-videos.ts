/**
 * The rules that need knowledge of other generations: who owns a source video, whether it is completed, how long they
 * are together.
 */

import { LIMITS } from './limits.ts';
import { pathText, type Problem } from './problem.ts';
import type { FullCreateRequest } from './request.ts';

/** The facts about a source that rules may use. Unknown and foreign sources look alike. */
export type SourceFacts =
  | { readonly state: 'unknown' }
  | { readonly state: 'not-completed' }
  | {
      readonly state: 'completed';
      readonly seconds: number;
      /** How many generations in a row it was made from: 0 without sources, else one more than its deepest source. */
      readonly depth?: number;
      /** How many different generations it was made from, directly or not. */
      readonly ancestors?: number;
    };

/**
 * The API document names no limit here; this is a default of ours. A clip is rendered from its sources and their
 * sources, so the chain needs a limit. Ordinary chains of extensions stay far below it.
 */
export const DEEPEST_DERIVATION = 32;

/**
 * Another limit of the emulator: a short chain can be wide, and a clip is rendered from all of it. With seven sources
 * at most, a clip shows
 * seven times as many and themselves.
 */
export const MOST_ANCESTORS = 64;

/** Judges the sources of a request in the order of `source_video_ids`. A repeated source counts twice. */
export function sourceProblems(sources: readonly SourceFacts[]): Problem[] {
  return [...sources.flatMap(availability), ...combinedSeconds(sources), ...sources.flatMap(derivation)];
}

/** The seconds that come out: `edit` is as long as its first source, everything else as long as was asked. */
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
