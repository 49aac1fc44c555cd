/**
 * What the paid creates of a default run ask for. Workflow, tier, ratio, length and sound are spread over them so that
 * each value occurs, the shortest and the longest, and as many pairs of two values as so few creates can hold: what is
 * kept in one of these and lost in another shows. The sources of 30 s are all at 480p, because whether a source is
 * billed at the price of its own tier the document does not say; and what a key of a known balance pays for is 4 s at
 * 480p. All of it costs 10 US dollars at most by the prices of the emulator: only one clip is at the largest tier.
 */

import type { AspectRatio, Resolution } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';

export interface PaidCreate {
  readonly workflow: 'text' | 'image' | 'frames' | 'reference' | 'edit' | 'extend';
  readonly resolution: Resolution;
  readonly ratio: AspectRatio;
  /** How long the clip has to be; an edit asks for more than it gets. */
  readonly seconds: number;
  readonly audio: boolean;
}

const { min, max } = LIMITS.durationSeconds;

export const SPREAD = {
  base: { workflow: 'text', resolution: '480p', ratio: '4:3', seconds: min, audio: true },
  defaults: { workflow: 'text', resolution: '720p', ratio: '16:9', seconds: min, audio: true },
  large: { workflow: 'text', resolution: '1080p', ratio: '9:16', seconds: min, audio: true },
  // With other clips, sources of exactly 30 s; and longer than what many models make at once.
  image: { workflow: 'image', resolution: '480p', ratio: 'adaptive', seconds: 10, audio: true },
  frames: { workflow: 'frames', resolution: '480p', ratio: 'adaptive', seconds: 6, audio: false },
  reference: { workflow: 'reference', resolution: '480p', ratio: '21:9', seconds: 7, audio: true },
  // What is edited has sound: without this one an edit would keep it unseen.
  edit: { workflow: 'edit', resolution: '480p', ratio: 'adaptive', seconds: min, audio: false },
  // Not as long as its source, and with it shorter than what some services bill at least.
  extend: { workflow: 'extend', resolution: '480p', ratio: 'adaptive', seconds: 5, audio: false },
  // Paid for with `--thorough`; any other run asks for its failure.
  extendMany: { workflow: 'extend', resolution: '480p', ratio: 'adaptive', seconds: max, audio: true },
  watched: { workflow: 'text', resolution: '480p', ratio: '3:4', seconds: min + 1, audio: false },
  failing: { workflow: 'reference', resolution: '480p', ratio: '16:9', seconds: min, audio: false },
  spending: { workflow: 'text', resolution: '480p', ratio: '1:1', seconds: min, audio: true },
} as const satisfies Readonly<Record<string, PaidCreate>>;

/** The fields of a create that ask for this; sound, which is the default, is left out. */
export function fieldsFor({ resolution, ratio, seconds, audio }: PaidCreate): Readonly<Record<string, unknown>> {
  const silent = audio ? {} : { audio };
  return { resolution, aspect_ratio: ratio, duration_seconds: seconds, ...silent };
}
