/** Seconds of pictures before they are encoded: what they depend on, and how ffmpeg puts them together. */

import type { Demand } from '../../../lib/semaphore.ts';
import type { ClipPlan } from '../../domain/clip-plan.ts';
import type { FfmpegInput } from '../ffmpeg-run.ts';
import type { SegmentSpec, Encoder } from '../segments/encoder.ts';

/** The inputs and the filters that make all frames of the clip's size from them, ending in the label `[base]`. */
export interface Scene {
  readonly inputs: readonly FfmpegInput[];
  readonly filters: readonly string[];
}

export interface Stretch {
  readonly from: number;
  readonly seconds: number;
}

export interface Shot {
  /** All that the pixels depend on, in addition to the size and the code. */
  readonly keyParts: readonly unknown[];
  /** The seconds that are encoded together, if the requested second is not encoded alone. */
  readonly stretch?: Stretch;
  /** Film grain gives a clip the size of a real one, and costs nearly as much to encode as all else in it. */
  readonly isGrained?: boolean;
  /** Gets what the scene is made from, then returns how to draw it; that runs when ffmpeg has a free place. */
  prepare(demand: Demand): Promise<() => Scene | Promise<Scene>>;
}

export interface ShotRequest {
  readonly encoder: Encoder;
  readonly plan: ClipPlan;
  /** Which second of the clip, from 0. */
  readonly second: number;
  /** A second of a source clip without its marks. */
  readonly source: (plan: ClipPlan, second: number) => Promise<SegmentSpec>;
}

export type ShotMaker = (request: ShotRequest) => Promise<Shot>;
