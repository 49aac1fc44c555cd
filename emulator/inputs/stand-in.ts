/** A file in place of one that lies on the network: what it shows, its size and its length follow from its URL. */

import type { MediaKind } from '../domain/ports.ts';
import { traitsOf } from './make/traits.ts';
import { writeMp3 } from './make/write-mp3.ts';
import { writeWav } from './make/write-wav.ts';
import { toMediaFile, type Found } from './media-file.ts';
import { drawImage } from './drawn-image.ts';

/** Sizes that photographs and screens have. */
const SHAPES = [
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
  { width: 1024, height: 1024 },
  { width: 1600, height: 1200 },
  { width: 1200, height: 1600 },
  { width: 1536, height: 1024 },
  { width: 1680, height: 720 },
] as const;
/** Ten files, the most that a request may name, stay within the 30 s that they may last together. */
const SECONDS = [2, 2.5, 3] as const;

/** Serves any URL with a file that keeps all rules. */
export async function serveStandIn(url: URL, kind: MediaKind): Promise<Found> {
  const traits = traitsOf(url.href);
  const ending = /\.([a-z0-9]+)$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
  if (kind === 'image') {
    const shape = SHAPES[traits(15, SHAPES.length)] ?? SHAPES[0];
    return { ok: true, file: toMediaFile(drawImage(url.href, shape, ending)) };
  }
  const seconds = SECONDS[traits(15, SECONDS.length)] ?? SECONDS[0];
  const write = ending === 'wav' ? writeWav : writeMp3;
  return { ok: true, file: toMediaFile(write(url.href, seconds)) };
}
