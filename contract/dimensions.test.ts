import { describe, expect, test } from 'vitest';
import { FIXED_RATIOS, nearestRatio, RESOLUTIONS, sizeOf } from './dimensions.ts';

test.each([
  ['480p', '21:9', { width: 992, height: 432 }],
  ['480p', '16:9', { width: 854, height: 480 }],
  ['480p', '4:3', { width: 752, height: 560 }],
  ['480p', '1:1', { width: 640, height: 640 }],
  ['480p', '3:4', { width: 560, height: 752 }],
  ['480p', '9:16', { width: 480, height: 854 }],
  ['720p', '21:9', { width: 1470, height: 630 }],
  ['720p', '16:9', { width: 1280, height: 720 }],
  ['720p', '4:3', { width: 1112, height: 834 }],
  ['720p', '1:1', { width: 960, height: 960 }],
  ['720p', '3:4', { width: 834, height: 1112 }],
  ['720p', '9:16', { width: 720, height: 1280 }],
  ['1080p', '21:9', { width: 2206, height: 946 }],
  ['1080p', '16:9', { width: 1920, height: 1080 }],
  ['1080p', '4:3', { width: 1664, height: 1248 }],
  ['1080p', '1:1', { width: 1440, height: 1440 }],
  ['1080p', '3:4', { width: 1248, height: 1664 }],
  ['1080p', '9:16', { width: 1080, height: 1920 }],
] as const)('%s at %s is %j', (resolution, ratio, size) => {
  expect(sizeOf(resolution, ratio)).toEqual(size);
});

const all = RESOLUTIONS.flatMap((resolution) => FIXED_RATIOS.map((ratio) => [resolution, ratio] as const));

test('there are 18 sizes', () => {
  expect(all).toHaveLength(18);
});

test.each(all)(
  '%s at %s has even sides, for the encoder, and the area of its tier within 5 %%',
  (resolution, ratio) => {
    const { width, height } = sizeOf(resolution, ratio);
    const square = sizeOf(resolution, '1:1');
    expect([width % 2, height % 2]).toEqual([0, 0]);
    expect(Math.abs(Math.log((width * height) / square.width ** 2))).toBeLessThan(Math.log(1.05));
  },
);

describe('the nearest ratio', () => {
  test.each(all)('of a clip of %s at %s is its own', (resolution, ratio) => {
    expect(nearestRatio(sizeOf(resolution, ratio))).toBe(ratio);
  });

  test.each([
    [4000, 3000, '4:3'],
    [3000, 4000, '3:4'],
    [1000, 1000, '1:1'],
    [2500, 1000, '21:9'],
    [1000, 2500, '9:16'],
    [6000, 300, '21:9'],
    [1500, 1000, '4:3'],
    [2000, 1000, '16:9'],
  ])('of %i x %i is %s', (width, height, ratio) => {
    expect(nearestRatio({ width, height })).toBe(ratio);
  });

  // Between 16:9 and 21:9 the middle of the logarithms is 2.0367; the middle of the numbers would be 2.0556.
  test.each([
    [2036, 1000, '16:9'],
    [2038, 1000, '21:9'],
    [1154, 1000, '1:1'],
    [1156, 1000, '4:3'],
    [1000, 1154, '1:1'],
    [1000, 1156, '3:4'],
  ])('is measured in logarithms: %i x %i is %s', (width, height, ratio) => {
    expect(nearestRatio({ width, height })).toBe(ratio);
  });
});
