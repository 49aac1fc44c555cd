/** The ffmpeg arguments for the formats of inputs and outputs. */

import type { Size } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { RenderError } from '../render-error.ts';

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

/** Returns the input arguments for encoded frames. */
export function encodedVideo(): string[] {
  return ['-f', 'h264', '-framerate', FPS];
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
