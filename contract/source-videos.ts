/** The rules that need knowledge of other generations: who owns a source video, whether it is completed, how long they are together. */

import { LIMITS } from './limits.ts';
import { pathText, type Problem } from './problem.ts';
import type { CreateVideoRequest } from './request.ts';

/** What a rule may know of a source: an unknown and a foreign one look alike. */
export type SourceFacts =
  | { readonly state: 'unknown' }
  | { readonly state: 'not-completed' }
  | { readonly state: 'completed'; readonly seconds: number };

/** Judges the sources of a request, given in the order of `source_video_ids`; one that is named twice counts twice. */
export function sourceProblems(sources: readonly SourceFacts[]): Problem[] {
  return [...sources.flatMap(availability), ...combinedSeconds(sources)];
}

/** The seconds that come out: `edit` is as long as its first source, everything else as long as was asked. */
export function outputSeconds(request: CreateVideoRequest, sourceSeconds: readonly number[]): number {
  const [first] = sourceSeconds;
  return request.reference_video_operation === 'edit' && first !== undefined ? first : request.duration_seconds;
}

function availability(source: SourceFacts, at: number): Problem[] {
  const path = pathText(['source_video_ids', at]);
  if (source.state === 'unknown') {
    const message = 'is not a generation of this account; send the id of a completed generation of yours';
    return [{ path, code: 'source_video_not_found', message }];
  }
  if (source.state === 'not-completed') {
    const message = 'is not completed; poll it until its status is completed, then try again';
    return [{ path, code: 'source_video_not_ready', message }];
  }
  return [];
}

function combinedSeconds(sources: readonly SourceFacts[]): Problem[] {
  const { combinedSeconds: max } = LIMITS.sourceVideoIds;
  const total = sources.reduce((sum, source) => sum + (source.state === 'completed' ? source.seconds : 0), 0);
  if (total <= max) return [];
  const message = `are ${total} seconds together; send at most ${max}`;
  return [{ path: 'source_video_ids', code: 'source_duration_exceeded', message }];
}
