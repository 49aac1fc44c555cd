/** The bytes of a clip as a stream, from memory or from a file of the cache. */

import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ClipSlice } from '../api/api-request.ts';

/** Large enough that a socket is kept busy, small enough that a thousand downloads fit in memory. */
const CHUNK_BYTES = 256 * 1024;
/** Larger buffers would be mapped and zeroed anew for each read. */
const FILE_CHUNK_BYTES = 64 * 1024;

/** The part of a clip that an answer sends, piece by piece; pieces in memory are shared, never copied. */
export function* slicePieces(pieces: readonly Uint8Array[], start: number, end: number): Generator<Uint8Array> {
  let offset = 0;
  for (const piece of pieces) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end + 1 - offset, piece.length);
    for (let at = from; at < to; at += CHUNK_BYTES) yield piece.subarray(at, Math.min(at + CHUNK_BYTES, to));
    offset += piece.length;
    if (offset > end) return;
  }
}

/** A readable stream of the slice; destroying it closes its file. */
export function clipStream({ clip, start, end }: ClipSlice): Readable {
  if (clip.body.kind === 'memory')
    return Readable.from(slicePieces(clip.body.pieces, start, end), { objectMode: false });
  return createReadStream(clip.body.path, { start, end, highWaterMark: FILE_CHUNK_BYTES });
}
