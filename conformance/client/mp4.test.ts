import { expect, test } from 'vitest';
import { isRowOfUnits, lengthBytes } from './mp4.ts';

test('the configuration contains the size of lengths', () => {
  expect(lengthBytes(Uint8Array.of(1, 66, 0, 30, 0xff, 0xe1))).toBe(4);
  expect(lengthBytes(Uint8Array.of(1, 66, 0, 30, 0xfd))).toBe(2);
  expect(lengthBytes(Uint8Array.of(0, 0, 0, 1, 0x67))).toBeUndefined();
  expect(lengthBytes(undefined)).toBeUndefined();
});

test.each([
  ['two units', [0, 2, 9, 9, 0, 1, 7], true],
  ['a unit that is cut', [0, 2, 9, 9, 0, 3, 7], false],
  ['a length that is cut', [0, 2, 9, 9, 0], false],
  ['zeros', [0, 0, 0, 0], false],
  ['nothing', [], false],
])('a frame of %s', (_, frame, isWhole) => {
  expect(isRowOfUnits(Uint8Array.from(frame), 2)).toBe(isWhole);
});
