/**
 * The fields of the paid creates of a default run. Each workflow, resolution, ratio and sound occurs, with the shortest
 * and the longest length. The creates contain as many pairs of values as possible, because a server may break a rule
 * for one pair only. The sources of 30 s are all at 480p, because the document does not say which resolution determines
 * the price of a source. A key with a known balance pays for 4 s at 480p. At the prices of the emulator, all of it
 * costs at most 10 US dollars: only one clip is at 1080p.
 */

import type { AspectRatio, Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';

export interface PaidCreate {
  readonly workflow: 'text' | 'image' | 'frames' | 'reference' | 'edit' | 'extend';
  readonly resolution: Resolution;
  readonly ratio: AspectRatio;
  /** The length of the clip. An edit requests more seconds than it gets. */
  readonly seconds: number;
  readonly audio: boolean;
}

const { min, max } = LIMITS.durationSeconds;

export const SPREAD = {
  base: { workflow: 'text', resolution: '480p', ratio: '4:3', seconds: min, audio: true },
  defaults: { workflow: 'text', resolution: '720p', ratio: '16:9', seconds: min, audio: true },
  large: { workflow: 'text', resolution: '1080p', ratio: '9:16', seconds: min, audio: true },
  // This clip completes the sources of exactly 30 s. It is longer than what many models make at once.
  image: { workflow: 'image', resolution: '480p', ratio: 'adaptive', seconds: 10, audio: true },
  frames: { workflow: 'frames', resolution: '480p', ratio: 'adaptive', seconds: 6, audio: false },
  reference: { workflow: 'reference', resolution: '480p', ratio: '21:9', seconds: 7, audio: true },
  // The source has sound. A server that ignores `audio` in an edit would keep this sound.
  edit: { workflow: 'edit', resolution: '480p', ratio: 'adaptive', seconds: min, audio: false },
  // The length differs from its source. Both together are shorter than the minimum that some services bill.
  extend: { workflow: 'extend', resolution: '480p', ratio: 'adaptive', seconds: 5, audio: false },
  // `--thorough` pays for this clip. In any other run, its generation fails on purpose.
  extendMany: { workflow: 'extend', resolution: '480p', ratio: 'adaptive', seconds: max, audio: true },
  watched: { workflow: 'text', resolution: '480p', ratio: '3:4', seconds: min + 1, audio: false },
  failing: { workflow: 'reference', resolution: '480p', ratio: '16:9', seconds: min, audio: false },
  spending: { workflow: 'text', resolution: '480p', ratio: '1:1', seconds: min, audio: true },
} as const satisfies Readonly<Record<string, PaidCreate>>;

/** Returns the fields of a create request. Sound is the default, so its field is omitted. */
export function fieldsFor({ resolution, ratio, seconds, audio }: PaidCreate): Readonly<Record<string, unknown>> {
  const silent = audio ? {} : { audio };
  return { resolution, aspect_ratio: ratio, duration_seconds: seconds, ...silent };
}
