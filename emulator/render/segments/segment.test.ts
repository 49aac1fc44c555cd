/** Segments on disk: what was written comes back, and nothing else ever does. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { packSegment, unpackSegment } from './segment.ts';

const samples = fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 30 });
const segments = fc.tuple(fc.uint8Array({ maxLength: 40 }), samples).map(([config, samples]) => ({
  config,
  sizes: samples.map(({ length }) => length),
  data: Buffer.concat(samples),
}));

test('a packed segment comes back the same', () => {
  fc.assert(
    fc.property(segments, (segment) => {
      const back = unpackSegment('key', Buffer.concat(packSegment('key', segment)));
      expect(back?.sizes).toEqual(segment.sizes);
      expect(Buffer.from(back?.config ?? [])).toEqual(Buffer.from(segment.config));
      expect(Buffer.from(back?.data ?? [])).toEqual(segment.data);
    }),
  );
});

test('a file that is torn at any place is refused', () => {
  fc.assert(
    fc.property(segments, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (segment, share) => {
      const file = Buffer.concat(packSegment('key', segment));
      expect(unpackSegment('key', file.subarray(0, Math.floor(file.length * share)))).toBeUndefined();
    }),
  );
});

test('a file with one changed bit is refused', () => {
  fc.assert(
    fc.property(segments, fc.nat(), fc.integer({ min: 0, max: 7 }), (segment, place, bit) => {
      const file = Buffer.concat(packSegment('key', segment));
      const at = place % file.length;
      file[at] = (file[at] ?? 0) ^ (1 << bit);
      expect(unpackSegment('key', file)).toBeUndefined();
    }),
  );
});

test('a file under the name of another segment is refused', () => {
  fc.assert(
    fc.property(segments, (segment) => {
      expect(unpackSegment('other key', Buffer.concat(packSegment('key', segment)))).toBeUndefined();
    }),
  );
});
