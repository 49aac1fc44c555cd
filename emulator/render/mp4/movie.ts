/** Combines tracks into an MP4 without copying their samples: only the head is new. */

import { box, fullBox, text } from './box.ts';
import { trackBox, UNKNOWN_TIMES, type Track } from './track.ts';

export interface Movie {
  readonly title: string;
  readonly comment: string;
  readonly seconds: number;
  readonly tracks: readonly Track[];
}

const TIMESCALE = 1000;

/** Returns ftyp, moov and mdat. The chunks of the tracks alternate: first the first of each track, and so on. */
export function moviePieces(movie: Movie): Uint8Array[] {
  const data = interleave(movie.tracks);
  const mdatLength = 8 + data.reduce((sum, { chunk }) => sum + chunk.length, 0);
  const fileType = box('ftyp', text('isom'), ['u32', 0x200], text('isomiso2avc1mp41'));
  const headLength = fileType.length + movieBox(movie, data, 0).length + 8;
  const header = movieBox(movie, data, headLength);
  const mdat = Buffer.from(`\0\0\0\0mdat`, 'latin1');
  mdat.writeUInt32BE(mdatLength, 0);
  return [Buffer.concat([fileType, header, mdat]), ...data.map(({ chunk }) => chunk)];
}

interface Placed {
  readonly track: Track;
  readonly chunk: Uint8Array;
}

function interleave(tracks: readonly Track[]): Placed[] {
  const rounds = Math.max(...tracks.map(({ chunks }) => chunks.length));
  return Array.from({ length: rounds }, (_, round) =>
    tracks.flatMap((track) => track.chunks.slice(round, round + 1).map(({ data }) => ({ track, chunk: data }))),
  ).flat();
}

function movieBox(movie: Movie, data: readonly Placed[], start: number): Buffer {
  const offsets = new Map<Track, number[]>(movie.tracks.map((track) => [track, []]));
  let offset = start;
  for (const { track, chunk } of data) {
    offsets.get(track)?.push(offset);
    offset += chunk.length;
  }
  const place = (track: Track, index: number): Buffer =>
    trackBox(track, { id: index + 1, movieTimescale: TIMESCALE, offsets: offsets.get(track) ?? [] });
  return box('moov', movieHeader(movie), ...movie.tracks.map(place), userData(movie));
}

function movieHeader({ seconds, tracks }: Movie): Buffer {
  return fullBox(
    'mvhd',
    [1, 0],
    ['u64', ...UNKNOWN_TIMES],
    ['u32', TIMESCALE],
    ['u64', seconds * TIMESCALE],
    ['u32', 0x10000],
    ['u16', 0x0100, 0],
    ['u32', 0, 0, 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000, 0, 0, 0, 0, 0, 0, tracks.length + 1],
  );
}

/** Returns the box that players read the title and the comment from. */
function userData({ title, comment }: Movie): Buffer {
  const item = (name: string, value: string): Buffer => box(name, box('data', ['u32', 1, 0], text(value)));
  const handler = fullBox('hdlr', [0, 0], ['u32', 0], text('mdirappl'), ['u32', 0, 0], ['u8', 0]);
  const list = box('ilst', item('\u00a9nam', title), item('\u00a9cmt', comment));
  return box('udta', fullBox('meta', [0, 0], handler, list));
}
