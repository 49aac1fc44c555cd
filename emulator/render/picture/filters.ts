/** Pieces of filter graphs that several shots share. Only numbers and labels of ours ever go into one. */

import type { Size } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';

const FPS = LIMITS.framesPerSecond;

/** A walk moves with every third frame: a third of the work, and at its pace hardly to be seen. */
const FRAMES_A_STEP = 3;
/** The frame at which a step begins, and the one at which it ends; `on` counts steps from 1. */
export const STEP_BEGINS = `(${FRAMES_A_STEP}*(on-1))`;
export const STEP_ENDS = `(${FRAMES_A_STEP}*on-1)`;

/** A clearly visible walk, and a walk that keeps the edges in view. */
const WALK = 0.06;
export const STROLL = 0.008;

/** Into BT.709 and limited range, cropped about the center to a size; the same on every machine. */
export function cover({ width, height }: Size): string {
  const exact = 'out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int+bitexact';
  const scaled = `scale=${width}:${height}:force_original_aspect_ratio=increase:${exact}`;
  return `${scaled},crop=${width}:${height},format=yuv420p,setsar=1`;
}

/**
 * A slow walk over a still, from the whole picture at frame 0 and back. The frame's number is the only variable, so
 * each second can be made alone. `frame` is an expression of `on`, which counts from 1. `reach` is half of the largest
 * cut, as a share of the picture.
 */
export function wander(frame: string, reach = WALK): string {
  const seconds = `(${frame})/${FPS}`;
  const share = `(${reach}*(1-cos(2*PI*${seconds}/9)))`;
  const [left, top] = [`${share}*(1+0.8*sin(2*PI*${seconds}/13))`, `${share}*(1+0.8*sin(2*PI*${seconds}/17))`];
  const [x0, x1] = [`W*${left}`, `W*(1-2*${share}+${left})`];
  const [y0, y1] = [`H*${top}`, `H*(1-2*${share}+${top})`];
  return `perspective=x0='${x0}':y0='${y0}':x1='${x1}':y1='${y0}':x2='${x0}':y2='${y1}':x3='${x1}':y3='${y1}':eval=frame:interpolation=linear:sense=source`;
}

/** A walk over one still for a number of frames, as `wander` has it, in steps. */
export function walkOver(frame: string, frames: number = FPS): string {
  // One step behind the last, without which the last frame would not be held.
  const steps = frames / FRAMES_A_STEP + 1;
  const held = `loop=loop=${steps - 1}:size=1:start=0,setpts=N/${FPS / FRAMES_A_STEP}/TB`;
  return `${held},${wander(frame)},fps=${FPS}`;
}

/** Holds a single frame for so many frames. */
export function held(frames: number = FPS): string {
  return `loop=loop=${frames - 1}:size=1:start=0,setpts=N/${FPS}/TB`;
}
