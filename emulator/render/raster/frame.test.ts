/** BT.709 in limited range, against the values of the standard. */

import { expect, test } from 'vitest';

import { BLACK, mix, rgb, WHITE } from './frame.ts';

test('black and white are at the ends of the range', () => {
  expect([rgb('#000000'), rgb('#ffffff')]).toEqual([BLACK, WHITE]);
});

test.each([
  ['#ff0000', { y: 63, u: 102, v: 240 }],
  ['#00ff00', { y: 173, u: 42, v: 26 }],
  ['#0000ff', { y: 32, u: 240, v: 118 }],
])('%s is as the standard says', (hex, color) => {
  expect(rgb(hex)).toEqual(color);
});

test('half way between black and white is middle gray', () => {
  expect(mix(BLACK, WHITE, 0.5)).toEqual({ y: 125.5, u: 128, v: 128 });
});
