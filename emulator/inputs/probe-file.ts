/** What a file is, by its content and never by its name. */

import type { MediaFacts, MediaKind } from '../domain/ports.ts';
import type { MediaFile } from './media-file.ts';
import { probeImage } from './probe-image.ts';
import { probeSound } from './probe-sound.ts';

/** Enough for the dimensions of nearly every image; only a JPEG with large metadata in front needs more. */
const HEAD_BYTES = 1 << 18;

/** Reads a file's facts; undefined when it is none of the types that are taken. */
export async function probeFile(kind: MediaKind, file: MediaFile): Promise<MediaFacts | undefined> {
  if (kind === 'audio') return probeSound(file);
  const head = probeImage(await file.read(0, Math.min(file.size, HEAD_BYTES)));
  const image = head ?? (file.size > HEAD_BYTES ? probeImage(await file.read(0, file.size)) : undefined);
  return image && { kind, bytes: file.size, ...image };
}
