/** The types of shots: seconds of pictures before they are encoded. */

import type { Demand } from '../../../lib/semaphore.ts';
import type { ClipPlan } from '../../domain/clip-plan.ts';
import type { FfmpegInput } from '../ffmpeg-run.ts';
import type { Encoder } from '../segments/encoder.ts';
import type { SegmentSpec } from '../segments/segment.ts';

/** The inputs, and the filters that turn them into frames of the clip's size, with the label `[base]`. */
export interface Scene {
  readonly inputs: readonly FfmpegInput[];
  readonly filters: readonly string[];
}

export interface Stretch {
  readonly from: number;
  readonly seconds: number;
}

export interface Shot {
  /** Everything that determines the pixels, in addition to the size and the drawing code. */
  readonly keyParts: readonly unknown[];
  /** The seconds that are encoded together, if the requested second is not encoded alone. */
  readonly stretch?: Stretch;
  /** Film grain gives a clip a realistic size. It nearly doubles the time of an encode. */
  readonly isGrained?: boolean;
  /** Gets the inputs of the scene, then returns a function that draws the scene when ffmpeg has capacity. */
  prepare(demand: Demand): Promise<() => Scene | Promise<Scene>>;
}

export interface ShotRequest {
  readonly encoder: Encoder;
  readonly plan: ClipPlan;
  /** The second of the clip, from 0. */
  readonly second: number;
  /** Returns the spec of a source video's second, without a burn-in. */
  readonly source: (plan: ClipPlan, second: number) => Promise<SegmentSpec>;
}

export type ShotMaker = (request: ShotRequest) => Promise<Shot>;
