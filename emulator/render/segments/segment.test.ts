/** Parts on disk: what was written comes back, and nothing else ever does. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { packPart, unpackPart } from './segment.ts';

const samples = fc.array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 30 });
const parts = fc.tuple(fc.uint8Array({ maxLength: 40 }), samples).map(([config, samples]) => ({
  config,
  sizes: samples.map(({ length }) => length),
  data: Buffer.concat(samples),
}));

test('a packed part comes back the same', () => {
  fc.assert(
    fc.property(parts, (part) => {
      const back = unpackPart(Buffer.concat(packPart(part)));
      expect(back?.sizes).toEqual(part.sizes);
      expect(Buffer.from(back?.config ?? [])).toEqual(Buffer.from(part.config));
      expect(Buffer.from(back?.data ?? [])).toEqual(part.data);
    }),
  );
});

test('a file that is torn at any place is refused', () => {
  fc.assert(
    fc.property(parts, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (part, share) => {
      const file = Buffer.concat(packPart(part));
      expect(unpackPart(file.subarray(0, Math.floor(file.length * share)))).toBeUndefined();
    }),
  );
});

test('a file with one changed bit is refused', () => {
  fc.assert(
    fc.property(parts, fc.nat(), fc.integer({ min: 0, max: 7 }), (part, place, bit) => {
      const file = Buffer.concat(packPart(part));
      const at = place % file.length;
      file[at] = (file[at] ?? 0) ^ (1 << bit);
      expect(unpackPart(file)).toBeUndefined();
    }),
  );
});
