/** What a create may cost, read from its body: an upper bound where the body leaves it open. */

import { RESOLUTIONS } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Cost } from '../define.ts';

const DEAREST = '1080p';
const DEFAULT = '720p';

/** A body that cannot be read, or asks for what there is not, counts as the dearest create. */
export function costOfBody(text: string | undefined): Cost {
  const { resolution = DEFAULT, duration_seconds: seconds, source_video_ids: sources } = fieldsOf(text);
  const { min, max } = LIMITS.durationSeconds;
  const isLength = typeof seconds === 'number' && seconds <= max;
  return {
    resolution: RESOLUTIONS.find((tier) => tier === resolution) ?? DEAREST,
    output: isLength ? Math.max(min, seconds) : max,
    source: Array.isArray(sources) && sources.length > 0 ? LIMITS.sourceVideoIds.combinedSeconds : 0,
  };
}

function fieldsOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? '')) as Record<string, unknown>;
  } catch {
    return { resolution: null };
  }
}
