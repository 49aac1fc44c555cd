import { describe, expect, test } from 'vitest';
import { slicePieces } from './clip-stream.ts';

const CHUNK = 256 * 1024;
/** Each byte says where it stands. */
const whole = Buffer.from(Array.from({ length: 40 }, (_, at) => at));
/** An empty piece lies between others, and one at each end. */
const pieces = [0, 0, 7, 7, 8, 31, 40].map((from, at, cuts) => whole.subarray(from, cuts[at + 1] ?? 40));

describe('the slices of a clip in memory', () => {
  test('are the bytes from the first to the last, wherever these lie', () => {
    for (let start = 0; start < whole.length; start += 1) {
      for (let end = start; end < whole.length; end += 1) {
        const slice = Buffer.concat(slicePieces(pieces, start, end));
        expect(slice.equals(whole.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
      }
    }
  });

  test('are never empty, so that each is worth a write', () => {
    expect(slicePieces(pieces, 0, 39).map(({ length }) => length)).toEqual([7, 1, 23, 9]);
  });

  test('share the bytes of the clip', () => {
    const [slice] = slicePieces(pieces, 10, 12);
    expect([slice?.buffer, slice?.byteOffset]).toEqual([whole.buffer, whole.byteOffset + 10]);
  });

  test('are cut where a piece is long', () => {
    const long = new Uint8Array(2 * CHUNK + 5);
    expect(slicePieces([long], 1, 2 * CHUNK + 4).map(({ length }) => length)).toEqual([CHUNK, CHUNK, 4]);
  });

  test('of a clip without bytes are none', () => {
    expect([slicePieces([], 0, -1), slicePieces([new Uint8Array()], 0, -1)]).toEqual([[], []]);
  });
});
