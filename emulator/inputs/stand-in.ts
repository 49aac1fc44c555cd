/** The facts of a file in place of one that lies on the network: its shape and its length follow from its URL. */

import { createHash } from 'node:crypto';
import type { MediaKind } from '../domain/ports.ts';
import { madeUpImage, madeUpSound } from './made-up.ts';
import type { Found } from './media-file.ts';

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

/** Serves any URL with the facts of a file that keeps all rules. */
export async function serveStandIn(url: URL, kind: MediaKind): Promise<Found> {
  const draw = createHash('sha256').update(url.href).digest().readUInt16BE(30);
  const ending = /\.([a-z0-9]+)$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
  if (kind === 'image') {
    return { ok: true, facts: madeUpImage(ending, SHAPES[draw % SHAPES.length] ?? SHAPES[0]) };
  }
  return { ok: true, facts: madeUpSound(ending, SECONDS[draw % SECONDS.length] ?? SECONDS[0]) };
}
