/** Input audio files as raw sound. */

import type { SegmentRecipe, Encoder } from '../segments/encoder.ts';
import { RenderError } from '../render-error.ts';
import { decodeJob } from './aac.ts';

/** A file's samples, as `tone.ts` makes them; no longer than the longest that the API document allows. */
export async function recording(encoder: Encoder, url: string): Promise<SegmentRecipe> {
  const file = await encoder.file(url, 'audio');
  return encoder.recipe(['recording', file.digest], async (signal) => {
    const bytes = await file.bytes();
    const data = await encoder.run(() => decodeJob(bytes), signal).catch(unreadable);
    if (data.length === 0) throw new RenderError('input_unreadable', 'no sound came out');
    return { config: new Uint8Array(), sizes: [data.length], data };
  });
}

/** The samples of raw sound, copied so that they begin at an even address. */
export function samplesOf(data: Uint8Array): Int16Array {
  const bytes = Uint8Array.from(data.subarray(0, data.length - (data.length % 4)));
  return new Int16Array(bytes.buffer);
}

/** How loud each of so many stretches is at its loudest, from 0 to 1. */
export function loudness(samples: Int16Array, stretches: number): number[] {
  const length = Math.max(1, Math.floor(samples.length / stretches));
  return Array.from({ length: stretches }, (_, index) => {
    let peak = 0;
    for (let at = index * length; at < (index + 1) * length; at += 7) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak / 32_768;
  });
}

function unreadable(error: unknown): never {
  if (error instanceof RenderError && error.code === 'ffmpeg_failed')
    throw new RenderError('input_unreadable', error.detail);
  throw error;
}
