/** The formats of ffmpeg's inputs and outputs, and the conversion of H.264 between ffmpeg and MP4. */

import type { Size } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { FfmpegInput } from '../ffmpeg-run.ts';
import { RenderError } from '../render-error.ts';
import { IDR, type ClipSegment } from './segment.ts';

/** The maximum number of pixels, with the border that ffmpeg adds before it compares. */
const MOST_PIXELS = (LIMITS.imageFile.axisPixels.max + 128) ** 2;
/** The limits for the decoder, which may find another header than the validated one. */
const DECODER_BOUNDS = ['-threads', '1', '-max_pixels', String(MOST_PIXELS)];
const FPS = String(LIMITS.framesPerSecond);

type Signature = readonly [at: number, text: string];

const IMAGES: readonly (readonly [Signature, (length: number) => string[]])[] = [
  [[1, 'PNG'], () => ['-f', 'png_pipe']],
  [[0, '\u00ff\u00d8\u00ff'], () => ['-f', 'jpeg_pipe']],
  // Older versions of ffmpeg cannot find the end of a WebP file in a pipe, so they need its length.
  [[8, 'WEBP'], (length) => ['-f', 'webp_pipe', '-frame_size', String(length)]],
];

/** Returns the arguments for an image file. If ffmpeg guessed its format, it could act as a playlist of other files. */
export function imageFormat(file: Uint8Array): string[] {
  const known = IMAGES.find(([signature]) => startsWith(file, signature));
  if (known === undefined) throw new RenderError('input_unreadable', 'neither PNG, JPEG nor WebP');
  return [...DECODER_BOUNDS, ...known[1](file.length)];
}

/** Returns the arguments for an audio file. A file without a WAV header is read as MP3. */
export function audioFormat(file: Uint8Array): string[] {
  return ['-f', startsWith(file, [8, 'WAVE']) ? 'wav' : 'mp3'];
}

function startsWith(file: Uint8Array, [at, text]: Signature): boolean {
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1', at, at + text.length) === text;
}

/** Returns the input arguments for raw frames. */
export function rawVideo({ width, height }: Size, pixelFormat: 'yuv420p' | 'yuva420p' = 'yuv420p'): string[] {
  return ['-f', 'rawvideo', '-pix_fmt', pixelFormat, '-video_size', `${width}x${height}`, '-framerate', FPS];
}

/** Returns the input of an encoded segment. */
export function encodedVideo(segment: ClipSegment): FfmpegInput {
  return { options: ['-f', 'h264', '-framerate', FPS], chunks: writeAnnexB(segment) };
}

/**
 * Returns the output arguments for an H.264 stream of closed groups, each with one keyframe and one second long. All
 * segments of one size have the same arguments, so that they fit into one track.
 */
export function h264Seconds(size: Size, seconds: number): string[] {
  const { level, quality, rate } = strength(size);
  const coder = `-frames:v ${seconds * LIMITS.framesPerSecond} -an -c:v libx264 -preset ultrafast -threads 1 -level ${level}`;
  // A limit on quality, because refining still pictures frame by frame costs more than their first encode.
  const best = quality - 3;
  const rates = `-crf ${quality} -qmin ${best} -maxrate ${rate}k -bufsize ${rate / 2}k -g ${FPS} -keyint_min ${FPS} -sc_threshold 0 -bf 0`;
  const colors = '-pix_fmt yuv420p -color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv';
  return `${coder} ${rates} ${colors} -flags +bitexact -f h264`.split(' ');
}

/** The maximum number of blocks in a 480p frame. */
const MOST_AT_480P = 1700;

/** Returns the H.264 level, the quality (lower is better) and the maximum kbit/s for a size. */
function strength({ width, height }: Size): { level: string; quality: number; rate: number } {
  const blocks = Math.ceil(width / 16) * Math.ceil(height / 16);
  if (blocks > 5120) return { level: '4.2', quality: 26, rate: 7000 };
  const quality = blocks > MOST_AT_480P ? 25 : 23;
  return blocks > 1620 ? { level: '3.2', quality, rate: 5000 } : { level: '3.1', quality, rate: 3000 };
}

const NAL = { slice: 1, idr: IDR, sequence: 7, picture: 8 } as const;
const START_CODE = Buffer.from([0, 0, 0, 1]);

/** Splits a stream into frames. It keeps the slices and drops the encoder's notes and repeated headers. */
export function readAnnexB(stream: Buffer): ClipSegment {
  const units = nalUnits(stream);
  const slices = units.filter((unit) => typeOf(unit) === NAL.slice || typeOf(unit) === NAL.idr);
  const sequence = units.find((unit) => typeOf(unit) === NAL.sequence);
  const picture = units.find((unit) => typeOf(unit) === NAL.picture);
  if (sequence === undefined || picture === undefined)
    throw new RenderError('ffmpeg_failed', 'exit status 0, but its output is not an H.264 stream');
  const samples = slices.map((unit) => Buffer.concat([lengthOf(unit), unit]));
  return {
    config: avcConfiguration(sequence, picture),
    sizes: samples.map(({ length }) => length),
    data: Buffer.concat(samples),
  };
}

/** Converts frames back to a stream for a decoder. */
export function writeAnnexB({ config, sizes, data }: ClipSegment): Uint8Array[] {
  const sequenceLength = (config[6] ?? 0) * 256 + (config[7] ?? 0);
  // In the Baseline profile, the configuration ends with the picture parameter set.
  const headers = [config.subarray(8, 8 + sequenceLength), config.subarray(11 + sequenceLength)];
  let at = 0;
  const frames = sizes.map((size) => data.subarray(at + 4, (at += size)));
  return [...headers, ...frames].flatMap((unit) => [START_CODE, unit]);
}

function nalUnits(stream: Buffer): Buffer[] {
  const mark = START_CODE.subarray(1);
  const units: Buffer[] = [];
  let start = stream.indexOf(mark);
  while (start >= 0) {
    const next = stream.indexOf(mark, start + 3);
    let end = next < 0 ? stream.length : next;
    while (end > start + 3 && stream[end - 1] === 0) end -= 1; // a longer start code, or padding
    units.push(stream.subarray(start + 3, end));
    start = next;
  }
  return units;
}

function typeOf(unit: Buffer): number {
  return (unit[0] ?? 0) & 31;
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

/** Returns the body of avcC (Baseline): version, profile, level, 4-byte lengths, and the two parameter sets. */
function avcConfiguration(sequence: Buffer, picture: Buffer): Buffer {
  const short = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
  const head = Buffer.from([1, sequence[1] ?? 0, sequence[2] ?? 0, sequence[3] ?? 0, 0xff, 0xe1]);
  return Buffer.concat([head, short(sequence.length), sequence, Buffer.from([1]), short(picture.length), picture]);
}
