/** The burn-in: the timecode, and places that every size has room for. */

import { expect, test } from 'vitest';

import { FIXED_RATIOS, RESOLUTIONS, sizeOf } from '../../../contract/dimensions.ts';
import { drawBurnIn, burnInLayout, timecodeText } from './burn-in.ts';

const sizes = RESOLUTIONS.flatMap((resolution) => FIXED_RATIOS.map((ratio) => sizeOf(resolution, ratio)));

test.each([
  [0, '00:00:00:00 #000'],
  [79, '00:00:03:07 #079'],
  [719, '00:00:29:23 #719'],
])('frame %i is %s', (frame, text) => {
  expect(timecodeText(frame)).toBe(text);
});

test.each(sizes)(
  'the marks fit in $width x $height at even places, apart from one another, on under 3 %% of it',
  (size) => {
    const { code, timecode, flash } = burnInLayout(size);
    const marks = [code, timecode, flash];
    for (const { from, to } of marks) {
      expect([to.x % 2, to.y % 2, from.width % 2, from.height % 2]).toEqual([0, 0, 0, 0]);
      expect(to.x >= 0 && to.y >= 0 && to.x + from.width <= size.width && to.y + from.height <= size.height).toBe(true);
    }
    expect(code.from.width).toBeLessThanOrEqual(flash.to.x);
    expect(timecode.to.y).toBeGreaterThan(flash.from.height);
    const area = marks.reduce((sum, { from }) => sum + from.width * from.height, 0);
    expect(area / (size.width * size.height)).toBeLessThan(0.03);
  },
);

test('a second has 24 sheets, all different, and the flash is lit on the first three', () => {
  const size = sizeOf('480p', '16:9');
  const { sheet, flash } = burnInLayout(size);
  const sheets = drawBurnIn(size, 2, '');
  expect(new Set(sheets.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(24);
  const corner = (flash.from.y + 2) * sheet.width + 2;
  expect(sheets.map((bytes) => (bytes[corner] ?? 0) > 200)).toEqual(
    Array.from({ length: 24 }, (_, index) => index < 3),
  );
});
