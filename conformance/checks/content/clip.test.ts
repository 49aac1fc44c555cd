import { expect, test } from 'vitest';
import { isRatio, isTier } from './clip.ts';

test.each([
  [854, 480, '480p'],
  [864, 480, '480p'],
  [640, 640, '480p'],
  [480, 480, '480p'],
  [1120, 480, '480p'],
  [1280, 720, '720p'],
  [1248, 704, '720p'],
  [960, 960, '720p'],
  [720, 720, '720p'],
  [1920, 1080, '1080p'],
  [1920, 1088, '1080p'],
] as const)('%i x %i is %s, by area or by the shorter side', (width, height, tier) => {
  expect(isTier({ width, height }, tier)).toBe(true);
});

test.each([
  [1280, 720, '480p'],
  [854, 480, '720p'],
  [1280, 720, '1080p'],
  [640, 360, '480p'],
  [2560, 1440, '1080p'],
] as const)('%i x %i is not %s', (width, height, tier) => {
  expect(isTier({ width, height }, tier)).toBe(false);
});

test('a shape has a tolerance of a few hundredths', () => {
  expect(isRatio({ width: 864, height: 480 }, '16:9')).toBe(true);
  expect(isRatio({ width: 992, height: 432 }, '21:9')).toBe(true);
  expect(isRatio({ width: 480, height: 854 }, '16:9')).toBe(false);
  expect(isRatio({ width: 640, height: 640 }, '4:3')).toBe(false);
});
