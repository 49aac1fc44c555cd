import { expect, test } from 'vitest';

import { frameCodeCells, cellSize } from '../../render/frame-code.ts';
import { frameAt, frameCount, readFrameCode, stripOf, timeOfFrame } from './clip-frame.ts';

const ID = '3f2b8c1e-0a94-4d6b-9f27-5c1d7e8a9b0c';
const SIZE = { width: 854, height: 480 };

/** The strip as a browser hands it over; the encoder may have changed white and black to gray tones. */
function drawn(frame: number, [black, white] = [16, 235]) {
  const { width, height } = stripOf(SIZE);
  const cells = frameCodeCells(frame, ID);
  const data = new Uint8ClampedArray(4 * width * height);
  for (let at = 0; at < width * height; at++) {
    const cell = cells[Math.floor((at % width) / cellSize(SIZE))];
    data.set([...Array.from({ length: 3 }, () => (cell === 1 ? white : black)), 255], 4 * at);
  }
  return { width, height, data };
}

test.each([0, 1, 23, 24, 95, 719])('frame %i says so itself', (frame) => {
  expect(readFrameCode(drawn(frame), SIZE)).toBe(frame);
  expect(readFrameCode(drawn(frame, [70, 180]), SIZE)).toBe(frame);
});

test('a picture without a code, or with a wrong bit in it, says nothing', () => {
  const { width, height } = stripOf(SIZE);
  expect(readFrameCode({ width, height, data: new Uint8ClampedArray(4 * width * height) }, SIZE)).toBeUndefined();
  const strip = drawn(5);
  const cell = cellSize(SIZE);
  for (let y = 0; y < height; y++) strip.data.fill(0, 4 * (y * width + 12 * cell), 4 * (y * width + 13 * cell));
  const flipped = drawn(5);
  for (let y = 0; y < height; y++) flipped.data.fill(255, 4 * (y * width + 4 * cell), 4 * (y * width + 5 * cell));
  expect(readFrameCode(flipped, SIZE)).toBeUndefined();
});

test('stepping lands in the middle of each frame', () => {
  for (let frame = 0; frame < 720; frame++) expect(frameAt(timeOfFrame(frame))).toBe(frame);
  expect(frameAt(0)).toBe(0);
  expect(frameCount(4)).toBe(96);
});
