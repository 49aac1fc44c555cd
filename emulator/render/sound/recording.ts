/** Input audio files as raw sound. */

import { createHash } from 'node:crypto';

import type { Encoder, EncoderInput, SegmentSpec } from '../segments/encoder.ts';
import { failAsUnreadable, RenderError } from '../render-error.ts';
import { decodeJob } from './aac.ts';
import { CHANNELS, chordSecond, SAMPLE_RATE } from './tone.ts';

/** The samples of a file, or a chord without a file; at most as long as the API document allows. */
export async function recording(encoder: Encoder, url: string): Promise<SegmentSpec> {
  const input = await encoder.input(url, 'audio');
  if (input.kind === 'stand-in') return chordRecording(encoder, input);
  return encoder.spec(['recording', input.digest], async (demand) => {
    const data = await encoder.run(async () => decodeJob(await input.bytes()), demand).catch(failAsUnreadable);
    if (data.length === 0) throw new RenderError('input_unreadable', 'no sound came out');
    return { config: new Uint8Array(), sizes: [data.length], data };
  });
}

/** A chord whose pitch follows from the URL, as long as the facts say. */
function chordRecording(encoder: Encoder, { url, facts }: Extract<EncoderInput, { kind: 'stand-in' }>): SegmentSpec {
  if (facts.kind !== 'audio') throw new RenderError('input_unreadable', 'an image in place of a sound');
  const { seconds } = facts;
  return encoder.cheapSpec(['chord', url, seconds], async () => {
    const second = await encoder.draw(() => chordSecond(pitchOf(url)));
    const samples = new Int16Array(Math.round(seconds * SAMPLE_RATE) * CHANNELS);
    for (let at = 0; at < samples.length; at += second.length) samples.set(second.subarray(0, samples.length - at), at);
    return { config: new Uint8Array(), sizes: [samples.byteLength], data: new Uint8Array(samples.buffer) };
  });
}

/** Two octaves above 220 Hz, in steps of 20 Hz. */
function pitchOf(url: string): number {
  return 220 + 20 * (createHash('sha256').update(url).digest().readUInt16BE(0) % 34);
}

/** The samples of raw sound, copied so that they begin at an even address. */
export function samplesOf(data: Uint8Array): Int16Array {
  const bytes = data.slice(0, data.length - (data.length % 4));
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
