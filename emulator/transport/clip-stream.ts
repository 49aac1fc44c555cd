/** The bytes of a clip, in slices and as a stream. */

import { Readable } from 'node:stream';
import type { ClipSlice } from '../api/api-request.ts';

/** Large enough that a socket is kept busy, small enough that a thousand downloads fit in memory. */
const CHUNK_BYTES = 256 * 1024;

/** The part of a clip that an answer sends, in pieces of its own; those in memory are shared, never copied. */
export function slicePieces(pieces: readonly Uint8Array[], start: number, end: number): Uint8Array[] {
  const offsets = offsetsOf(pieces);
  const slices: Uint8Array[] = [];
  for (let at = lastUpTo(offsets, start); at < pieces.length; at += 1) {
    const piece = pieces[at];
    const offset = offsets[at];
    if (piece === undefined || offset === undefined || offset > end) break;
    const to = Math.min(end + 1 - offset, piece.length);
    for (let from = Math.max(start - offset, 0); from < to; from += CHUNK_BYTES) {
      slices.push(piece.subarray(from, Math.min(from + CHUNK_BYTES, to)));
    }
  }
  return slices;
}

const known = new WeakMap<readonly Uint8Array[], readonly number[]>();

/** Where each piece of a clip begins; kept, because a player asks for one range after another. */
function offsetsOf(pieces: readonly Uint8Array[]): readonly number[] {
  const same = known.get(pieces);
  if (same !== undefined) return same;
  let offset = 0;
  const offsets = pieces.map(({ length }) => (offset += length) - length);
  known.set(pieces, offsets);
  return offsets;
}

/** The last place whose number is not above the limit; the numbers rise, and the first is 0. */
function lastUpTo(rising: readonly number[], limit: number): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((rising[middle] ?? Infinity) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A readable stream of the slice. */
export function clipStream({ clip, start, end }: ClipSlice): Readable {
  return Readable.from(slicePieces(clip.pieces, start, end), { objectMode: false });
}
