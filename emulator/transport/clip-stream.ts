/** Converts bodies to streams and pieces: parts of clips, and text of unknown length. */

import { Readable } from 'node:stream';
import type { ClipSlice, ForwardedBody, TextStream } from '../api/messages.ts';

/** The chunk size keeps a socket busy, and a thousand parallel downloads fit in memory. */
const CHUNK_BYTES = 256 * 1024;

/** Returns bytes `start` to `end` of a clip in chunks that share its memory. */
export function slicePieces(pieces: readonly Uint8Array[], start: number, end: number): Uint8Array[] {
  const slices: Uint8Array[] = [];
  let offset = 0;
  for (const piece of pieces) {
    if (offset > end) break;
    const to = Math.min(end + 1 - offset, piece.length);
    for (let from = Math.max(start - offset, 0); from < to; from += CHUNK_BYTES) {
      slices.push(piece.subarray(from, Math.min(from + CHUNK_BYTES, to)));
    }
    offset += piece.length;
  }
  return slices;
}

/** Returns a stream of a body. Destroying the stream ends the source of the text. */
export function bodyStream(body: ClipSlice | TextStream | ForwardedBody): Readable {
  if ('forwarded' in body) return body.forwarded;
  // The low limit reads text only as fast as the client does.
  if ('stream' in body) return Readable.from(body.stream, { objectMode: false, highWaterMark: 16 * 1024 });
  return Readable.from(slicePieces(body.clip.pieces, body.start, body.end), { objectMode: false });
}
