/** What a file is, by its content and never by its name. */

import type { MediaFacts, MediaKind } from '../domain/ports.ts';
import { readImage } from './probe-image.ts';
import { mp3Seconds } from './mp3-seconds.ts';
import { isWav, wavSeconds } from './wav-seconds.ts';

/**
 * Reads a file's facts from its head, or from all of it; `size` is the length of the whole file.
 *
 * @example readFacts('image', pngBytes, pngBytes.length) // { kind: 'image', type: 'png', bytes: 1234, width: 640, height: 480 }
 */
export function readFacts(kind: MediaKind, head: Uint8Array, size: number): MediaFacts | undefined {
  if (kind === 'audio') return readAudio(head, size);
  const image = readImage(head);
  return image && { kind, bytes: size, ...image };
}

function readAudio(head: Uint8Array, size: number): MediaFacts | undefined {
  const type = isWav(head) ? 'wav' : 'mp3';
  const seconds = type === 'wav' ? wavSeconds(head, size) : mp3Seconds(head);
  return seconds === undefined ? undefined : { kind: 'audio', type, bytes: size, seconds };
}
