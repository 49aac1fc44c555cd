/** Builds the filters that several shots share. Filters contain no user input, only numbers and fixed labels. */

import type { Size } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';

const FPS = LIMITS.framesPerSecond;

/** A pan moves every third frame. This takes a third of the work, and the difference is hardly visible. */
const FRAMES_A_STEP = 3;
/** The first and the last frame of a step, as expressions of `on`, which counts steps from 1. */
export const STEP_BEGINS = `(${FRAMES_A_STEP}*(on-1))`;
export const STEP_ENDS = `(${FRAMES_A_STEP}*on-1)`;

/** The reach of a clearly visible pan, and of a pan that keeps the edges in view. */
const LARGE_PAN = 0.06;
export const SMALL_PAN = 0.008;

/** Returns a filter that converts to BT.709 limited range, scales, and crops at the center. It is bit-exact. */
export function cover({ width, height }: Size): string {
  const exact = 'out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+full_chroma_int+bitexact';
  const scaled = `scale=${width}:${height}:force_original_aspect_ratio=increase:${exact}`;
  return `${scaled},crop=${width}:${height},format=yuv420p,setsar=1`;
}

/**
 * Returns a filter that pans slowly over a still, starting from the whole picture at frame 0. It depends only on the
 * frame number, so that each second can be encoded separately. `frame` is an expression of `on`, which counts from 1.
 * `reach` is half of the largest crop, as a share of the picture.
 */
export function pan(frame: string, reach = LARGE_PAN): string {
  const seconds = `(${frame})/${FPS}`;
  const share = `(${reach}*(1-cos(2*PI*${seconds}/9)))`;
  const [left, top] = [`${share}*(1+0.8*sin(2*PI*${seconds}/13))`, `${share}*(1+0.8*sin(2*PI*${seconds}/17))`];
  const [x0, x1] = [`W*${left}`, `W*(1-2*${share}+${left})`];
  const [y0, y1] = [`H*${top}`, `H*(1-2*${share}+${top})`];
  return `perspective=x0='${x0}':y0='${y0}':x1='${x1}':y1='${y0}':x2='${x0}':y2='${y1}':x3='${x1}':y3='${y1}':eval=frame:interpolation=linear:sense=source`;
}

/** Returns a filter that pans over one still in steps. */
export function panOver(frame: string, frames: number = FPS): string {
  // Without an extra step, `fps` would drop the last frames.
  const steps = frames / FRAMES_A_STEP + 1;
  const held = `loop=loop=${steps - 1}:size=1:start=0,setpts=N/${FPS / FRAMES_A_STEP}/TB`;
  return `${held},${pan(frame)},fps=${FPS}`;
}

/** Returns a filter that repeats a single frame. */
export function held(frames: number = FPS): string {
  return `loop=loop=${frames - 1}:size=1:start=0,setpts=N/${FPS}/TB`;
}
