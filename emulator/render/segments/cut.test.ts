/** Stretches of seconds: whole or refused, and cut without copying. */

import { expect, test } from 'vitest';

import type { ClipSegment } from './segment.ts';
import { cutSecond, wholeSeconds } from './cut.ts';

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
