import { expect, test } from 'vitest';
import { agoText, durationText } from './duration-text.ts';

test('a duration is in the largest unit that it fills', () => {
  expect([0, 7.71, 999, 1500, 90_000, 5_400_000, 172_800_000].map(durationText)).toEqual([
    '0 ms',
    '8 ms',
    '999 ms',
    '1.5 s',
    '1.5 min',
    '1.5 h',
    '2 d',
  ]);
});

test('how long ago says no parts of a second', () => {
  expect([20, 3400, 90_000].map(agoText)).toEqual(['just now', '3 s ago', '1.5 min ago']);
});
