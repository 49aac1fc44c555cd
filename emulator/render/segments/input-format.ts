/** Passes the format of an input to ffmpeg. If ffmpeg guessed it, a picture could act as a playlist of other files. */

import { LIMITS } from '../../../contract/limits.ts';
import { RenderError } from '../render-error.ts';

/** The maximum number of pixels, with the border that ffmpeg adds before it compares. */
const MOST_PIXELS = (LIMITS.imageFile.axisPixels.max + 128) ** 2;
/** The limits for the decoder, which may find another header than the validated one. */
const DECODER_BOUNDS = ['-threads', '1', '-max_pixels', String(MOST_PIXELS)];

type Signature = readonly [at: number, text: string];

const IMAGES: readonly (readonly [Signature, (length: number) => string[]])[] = [
  [[1, 'PNG'], () => ['-f', 'png_pipe']],
  [[0, '\u00ff\u00d8\u00ff'], () => ['-f', 'jpeg_pipe']],
  // Older versions of ffmpeg cannot find the end of a WebP file in a pipe, so they need its length.
  [[8, 'WEBP'], (length) => ['-f', 'webp_pipe', '-frame_size', String(length)]],
];

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
