import { expect, test } from 'vitest';

import { frameCodeCells } from '../../render/frame-code.ts';
import { READ_CELLS, frameAt, frameCount, frameIn, timeOfFrame } from './clip-frame.ts';

const ID = '3f2b8c1e-0a94-4d6b-9f27-5c1d7e8a9b0c';

test('a frame has its number, and a picture without a code has none', () => {
  for (const frame of [0, 1, 23, 24, 95, 719])
    expect(frameIn(frameCodeCells(frame, ID).slice(0, READ_CELLS))).toBe(frame);
  expect(frameIn(Array.from({ length: READ_CELLS }, () => 0))).toBeUndefined();
});

test('stepping lands in the middle of each frame', () => {
  for (let frame = 0; frame < 720; frame++) expect(frameAt(timeOfFrame(frame))).toBe(frame);
  expect(frameAt(0)).toBe(0);
  expect(frameCount(4)).toBe(96);
});
