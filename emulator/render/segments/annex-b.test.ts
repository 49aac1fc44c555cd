/** H.264 from start codes to lengths and back. */

import { expect, test } from 'vitest';

import { readAnnexB, writeAnnexB } from './formats.ts';

const LONG = [0, 0, 0, 1];
const SHORT = [0, 0, 1];
const SEQUENCE = [0x67, 0x42, 0xc0, 0x1f, 0xda];
const PICTURE = [0x68, 0xce, 0x0f];
const NOTE = [0x06, 0x05, 0x01, 0x80];
const KEY = [0x65, 0x88, 0x84, 0x21];
const NEXT = [0x41, 0x9a, 0x02];
const stream = Buffer.from([
  ...LONG,
  ...SEQUENCE,
  ...LONG,
  ...PICTURE,
  ...SHORT,
  ...NOTE,
  ...SHORT,
  ...KEY,
  ...LONG,
  ...NEXT,
]);

test('frames get lengths, headers become the configuration, notes are dropped', () => {
  const segment = readAnnexB(stream);
  expect(segment.sizes).toEqual([8, 7]);
  expect([...segment.data]).toEqual([0, 0, 0, 4, ...KEY, 0, 0, 0, 3, ...NEXT]);
  expect([...segment.config]).toEqual([1, 0x42, 0xc0, 0x1f, 0xff, 0xe1, 0, 5, ...SEQUENCE, 1, 0, 3, ...PICTURE]);
});

test('the way back gives the same units with start codes', () => {
  const units = [SEQUENCE, PICTURE, KEY, NEXT].flatMap((unit) => [...LONG, ...unit]);
  expect(Buffer.concat(writeAnnexB(readAnnexB(stream)))).toEqual(Buffer.from(units));
});

test('a stream without headers is refused', () => {
  expect(() => readAnnexB(Buffer.from([...LONG, ...KEY]))).toThrow(expect.objectContaining({ code: 'ffmpeg_failed' }));
});
