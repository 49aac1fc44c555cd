/** Segments: what was written to disk comes back, and stretches of seconds are whole or refused, and cut without copying. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { cutSecond, packSegment, unpackSegment, wholeSeconds, type ClipSegment } from './segment.ts';

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

const [KEY, NEXT] = [0x65, 0x41];

function stretch(types: readonly number[]): ClipSegment {
  const samples = types.map((type, index) => Buffer.from([0, 0, 0, 2, type, index]));
  return { config: Uint8Array.of(1), sizes: samples.map(({ length }) => length), data: Buffer.concat(samples) };
}

const second = [KEY, ...Array.from({ length: 23 }, () => NEXT)];
const whole = stretch([...second, ...second]);

test('a stretch with all frames, and a keyframe at each second, is let through', () => {
  expect(wholeSeconds(whole, 2)).toBe(whole);
});

test.each([
  ['a frame short', stretch([...second, ...second.slice(1)])],
  ['a frame too long', stretch([...second, ...second, NEXT])],
  ['without its second keyframe', stretch([...second, NEXT, ...second.slice(1)])],
])('a stretch %s is refused', (_, segment) => {
  expect(() => wholeSeconds(segment, 2)).toThrow(expect.objectContaining({ code: 'ffmpeg_failed' }));
});

test('a second of it has its own frames and shares their bytes', () => {
  const { key, cut } = cutSecond({ key: 'a', make: () => Promise.resolve(whole) }, 1);
  const segment = cut?.take(whole);
  expect([key, segment?.sizes.length, segment?.data[4], segment?.data[5]]).toEqual(['a 1', 24, KEY, 24]);
  expect(segment?.data.buffer).toBe(whole.data.buffer);
  expect(cut?.take(whole)).toBe(segment);
});
