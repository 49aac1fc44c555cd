/** Encoded stretches of whole seconds, and the single seconds in them. */

import { LIMITS } from '../../../contract/limits.ts';
import { RenderError } from '../render-error.ts';
import { isKeyframe } from './annex-b.ts';
import type { Part } from './segment.ts';
import type { PartRecipe } from './encoder.ts';

const FPS = LIMITS.framesPerSecond;
const cuts = new WeakMap<Part, readonly Part[]>();

/** Lets a stretch through when it has all its frames and begins each second with a keyframe. */
export function wholeSeconds(part: Part, seconds: number): Part {
  const frames = part.sizes.length;
  if (frames !== seconds * FPS) throw new RenderError('ffmpeg_failed', `${seconds} s came out with ${frames} frames`);
  if (!secondsOf(part).every(({ data }) => isKeyframe(data))) {
    throw new RenderError('ffmpeg_failed', 'a second came out without a keyframe');
  }
  return part;
}

/** The recipe of one second of a stretch; it shares the stretch's bytes and is not kept apart from it. */
export function cutSecond(stretch: PartRecipe, index: number): PartRecipe {
  const cut = (part: Part): Part => {
    const second = secondsOf(part)[index];
    if (second === undefined) throw new Error(`The stretch has no second ${index}`);
    return second;
  };
  return { key: `${stretch.key} ${index}`, make: stretch.make, cut: { from: stretch, take: cut } };
}

/** The same objects each time, so that what is known of them by identity is computed once. */
function secondsOf(part: Part): readonly Part[] {
  const known = cuts.get(part) ?? cutAll(part);
  cuts.set(part, known);
  return known;
}

function cutAll({ config, sizes, data }: Part): Part[] {
  let at = 0;
  return Array.from({ length: sizes.length / FPS }, (_, second) => {
    const frames = sizes.slice(second * FPS, (second + 1) * FPS);
    const start = at;
    at += frames.reduce((sum, size) => sum + size, 0);
    return { config, sizes: frames, data: data.subarray(start, at) };
  });
}
