/** Decodes input audio files. */

import { createHash } from 'node:crypto';

import type { Encoder, StandInMedia } from '../segments/encoder.ts';
import { rawSegment, type ClipSegment, type SegmentSpec } from '../segments/segment.ts';
import { failAsUnreadable, RenderError } from '../render-error.ts';
import { decodeJob } from './aac.ts';
import { CHANNELS, chordSecond, SAMPLE_RATE } from './tone.ts';

/** Returns the spec of a file's samples, or of a chord if the file does not exist. */
export async function recording(encoder: Encoder, url: string): Promise<SegmentSpec> {
  const input = await encoder.input(url, 'audio');
  if (input.kind === 'stand-in') return chordRecording(encoder, input);
  return encoder.spec(['recording', input.digest], async (demand) => {
    const data = await encoder.run(async () => decodeJob(await input.bytes()), demand).catch(failAsUnreadable);
    if (data.length === 0) throw new RenderError('input_unreadable', 'no sound came out');
    return rawSegment(data);
  });
}

/** Returns the spec of a chord. The URL determines the pitch, and the facts determine the length. */
function chordRecording(encoder: Encoder, { url, facts }: StandInMedia): SegmentSpec {
  if (facts.kind !== 'audio') throw new RenderError('input_unreadable', 'an image in place of a sound');
  const { seconds } = facts;
  const make = async (): Promise<ClipSegment> => {
    const second = await encoder.draw(() => chordSecond(pitchOf(url)));
    const samples = new Int16Array(Math.round(seconds * SAMPLE_RATE) * CHANNELS);
    for (let at = 0; at < samples.length; at += second.length) samples.set(second.subarray(0, samples.length - at), at);
    return rawSegment(new Uint8Array(samples.buffer));
  };
  return encoder.spec(['chord', url, seconds], make, true);
}

/** Returns a pitch from 220 to 880 Hz, in steps of 20 Hz. */
function pitchOf(url: string): number {
  return 220 + 20 * (createHash('sha256').update(url).digest().readUInt16BE(0) % 34);
}

/** Copies raw sound into samples, because a view needs an even offset. */
export function samplesOf(data: Uint8Array): Int16Array {
  const bytes = data.slice(0, data.length - (data.length % 4));
  return new Int16Array(bytes.buffer);
}

/** Returns the peak level of each stretch, from 0 to 1. */
export function loudness(samples: Int16Array, stretches: number): number[] {
  const length = Math.max(1, Math.floor(samples.length / stretches));
  return Array.from({ length: stretches }, (_, index) => {
    let peak = 0;
    for (let at = index * length; at < (index + 1) * length; at += 7) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak / 32_768;
  });
}
