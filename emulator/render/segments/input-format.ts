/** Names an input's type to ffmpeg: a guess could take a picture for a playlist that reads other files. */

import { LIMITS } from '../../../contract/limits.ts';
import { RenderError } from '../render-error.ts';

/** The largest image that the rules allow, with the edge that ffmpeg adds before it compares. */
const MOST_PIXELS = (LIMITS.imageFile.axisPixels.max + 128) ** 2;
/** The decoder may find another header than the judged header. */
const DECODER_BOUNDS = ['-threads', '1', '-max_pixels', String(MOST_PIXELS)];

type Signature = readonly [at: number, text: string];

const IMAGES: readonly (readonly [Signature, (length: number) => string[]])[] = [
  [[1, 'PNG'], () => ['-f', 'png_pipe']],
  [[0, '\u00ff\u00d8\u00ff'], () => ['-f', 'jpeg_pipe']],
  // Older ffmpegs do not find the end of a WebP file in a pipe; they need its length.
  [[8, 'WEBP'], (length) => ['-f', 'webp_pipe', '-frame_size', String(length)]],
];

export function imageFormat(file: Uint8Array): string[] {
  const known = IMAGES.find(([signature]) => startsWith(file, signature));
  if (known === undefined) throw new RenderError('input_unreadable', 'neither PNG, JPEG nor WebP');
  return [...DECODER_BOUNDS, ...known[1](file.length)];
}

/** WAV says so; an MP3 may begin with anything. */
export function audioFormat(file: Uint8Array): string[] {
  return ['-f', startsWith(file, [8, 'WAVE']) ? 'wav' : 'mp3'];
}

function startsWith(file: Uint8Array, [at, text]: Signature): boolean {
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1', at, at + text.length) === text;
}
