/** Encodes sound as AAC. It drops ffmpeg's priming frame, so that the track needs no edit list. */

import { LIMITS } from '../../../contract/limits.ts';
import type { FfmpegJob } from '../ffmpeg-run.ts';
import type { ClipSegment } from '../segments/segment.ts';
import { audioFormat } from '../segments/formats.ts';
import { CHANNELS, SAMPLE_RATE } from './tone.ts';

/** The number of samples in one AAC frame. */
export const AAC_FRAME = 1024;

/** The AudioSpecificConfig: AAC-LC (2), 48 kHz (index 3), stereo (2). */
const AAC_CONFIG = Uint8Array.of((2 << 3) | (3 >> 1), ((3 & 1) << 7) | (CHANNELS << 3));

/** The number of frames that the encoder inserts before the first sample. */
const PRIMING_FRAMES = 1;
const RAW_SOUND = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', String(CHANNELS)];
/** Joint stereo is off. It would take most of an encode and would not improve these tones. */
const QUICK = '-aac_coder fast -aac_ms 0 -aac_is 0';
/** One second more than the API allows, because a file may decode to slightly more than its frame count. */
const LONGEST_INPUT_SECONDS = LIMITS.audioFile.seconds.max + 1;
const ADTS_FIXED_HEADER = 7;

function aacFrames(seconds: number): number {
  return Math.ceil((seconds * SAMPLE_RATE) / AAC_FRAME);
}

export function aacJob(samples: readonly Int16Array[]): FfmpegJob {
  const tail = new Uint8Array(2 * AAC_FRAME * CHANNELS * 2); // flushes the last frame out of the encoder
  return {
    inputs: [{ options: RAW_SOUND, chunks: [...samples.map(sampleBytes), tail] }],
    output: `-c:a aac ${QUICK} -b:a 128k -flags +bitexact -f adts`.split(' '),
  };
}

/** Returns the bytes of samples without copying them. */
export function sampleBytes({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Decodes an audio file of any type to raw sound in the format of `tone.ts`. */
export function decodeJob(file: Uint8Array): FfmpegJob {
  const output = ['-vn', '-t', String(LONGEST_INPUT_SECONDS), ...RAW_SOUND];
  return { inputs: [{ options: audioFormat(file), chunks: [file] }], output };
}

/** Extracts the frames of a duration from an ADTS stream. */
export function readAdts(stream: Buffer, seconds: number): ClipSegment {
  const frames: Buffer[] = [];
  for (let at = 0; at + ADTS_FIXED_HEADER <= stream.length;) {
    const length =
      ((stream.readUInt8(at + 3) & 3) << 11) | (stream.readUInt8(at + 4) << 3) | (stream.readUInt8(at + 5) >> 5);
    const header = stream.readUInt8(at + 1) & 1 ? ADTS_FIXED_HEADER : ADTS_FIXED_HEADER + 2;
    frames.push(stream.subarray(at + header, at + length));
    at += Math.max(length, ADTS_FIXED_HEADER);
  }
  const wanted = frames.slice(PRIMING_FRAMES, PRIMING_FRAMES + aacFrames(seconds));
  return { config: AAC_CONFIG, sizes: wanted.map(({ length }) => length), data: Buffer.concat(wanted) };
}
