/** Reads the cost of a create from its body. If the body leaves it open, the result is an upper bound. */

import { RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Cost } from '../define.ts';

const DEAREST = '1080p';
const DEFAULT = '720p';

/**
 * Returns the cost of a body. A body that is unreadable, or asks for an unknown tier, counts as the most expensive
 * create. Source videos count with their seconds if all of them are known.
 */
export function costOfBody(text: string | undefined, lengths: ReadonlyMap<unknown, number>): Cost {
  const { resolution = DEFAULT, duration_seconds: seconds, source_video_ids: sources } = fieldsOf(text);
  const { min, max } = LIMITS.durationSeconds;
  const isLength = typeof seconds === 'number' && seconds <= max;
  return {
    resolution: RESOLUTIONS.find((tier) => tier === resolution) ?? DEAREST,
    output: isLength ? Math.max(min, seconds) : max,
    source: Array.isArray(sources) ? secondsOf(sources, lengths) : 0,
  };
}

function secondsOf(sources: readonly unknown[], lengths: ReadonlyMap<unknown, number>): number {
  const { combinedSeconds } = LIMITS.sourceVideoIds;
  const sum = sources.reduce<number>((all, id) => all + (lengths.get(id) ?? combinedSeconds), 0);
  return Math.min(sum, combinedSeconds);
}

function fieldsOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '')) as Record<string, unknown>;
  } catch {
    return { resolution: null };
  }
}
