/** Splits encoded stretches into single seconds. */

import { LIMITS } from '../../../contract/limits.ts';
import { RenderError } from '../render-error.ts';
import { isKeyframe } from './annex-b.ts';
import type { ClipSegment } from './segment.ts';
import type { SegmentSpec } from './encoder.ts';

const FPS = LIMITS.framesPerSecond;
const cuts = new WeakMap<ClipSegment, readonly ClipSegment[]>();

/** Returns the stretch. Throws if a frame or a keyframe at the start of a second is missing. */
export function wholeSeconds(segment: ClipSegment, seconds: number): ClipSegment {
  const frames = segment.sizes.length;
  if (frames !== seconds * FPS) throw new RenderError('ffmpeg_failed', `${seconds} s came out with ${frames} frames`);
  if (!secondsOf(segment).every(({ data }) => isKeyframe(data))) {
    throw new RenderError('ffmpeg_failed', 'a second came out without a keyframe');
  }
  return segment;
}

/** Returns the spec of one second of a stretch. The second shares the bytes of the stretch and is not cached. */
export function cutSecond(stretch: SegmentSpec, index: number): SegmentSpec {
  const cut = (segment: ClipSegment): ClipSegment => {
    const second = secondsOf(segment)[index];
    if (second === undefined) throw new Error(`The stretch has no second ${index}`);
    return second;
  };
  return { key: `${stretch.key} ${index}`, make: stretch.make, cut: { from: stretch, take: cut } };
}

/** Returns the same objects each time, so that caches keyed by object identity work. */
function secondsOf(segment: ClipSegment): readonly ClipSegment[] {
  const known = cuts.get(segment) ?? cutAll(segment);
  cuts.set(segment, known);
  return known;
}

/** Splits a segment by seconds. `first` returns the index of the first sample in a second. */
export function cutAll(
  { config, sizes, data }: ClipSegment,
  seconds = sizes.length / FPS,
  first = (second: number): number => second * FPS,
): ClipSegment[] {
  let at = 0;
  return Array.from({ length: seconds }, (_, second) => {
    const samples = sizes.slice(first(second), first(second + 1));
    const start = at;
    at += samples.reduce((sum, size) => sum + size, 0);
    return { config, sizes: samples, data: data.subarray(start, at) };
  });
}
