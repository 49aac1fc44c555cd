import { expect, test } from 'vitest';
import { durationText } from './texts.ts';

test('a duration has at most two units', () => {
  expect([0, 7.71, 999, 1500, 90_000, 5_400_000, 172_800_000, 2_693_000, -1500].map(durationText)).toEqual([
    '0 ms',
    '8 ms',
    '999 ms',
    '1.5 s',
    '1 min 30 s',
    '1 h 30 min',
    '2 d',
    '44 min 53 s',
    '−1.5 s',
  ]);
});
