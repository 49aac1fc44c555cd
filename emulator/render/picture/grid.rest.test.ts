/** The tiles of a grid, for every number of references and every size. */

import { expect, test } from 'vitest';

import { FIXED_RATIOS, RESOLUTIONS, sizeOf } from '../../../contract/dimensions.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { tilesOf } from './grid.ts';

const sizes = RESOLUTIONS.flatMap((resolution) => FIXED_RATIOS.map((ratio) => sizeOf(resolution, ratio)));

test.each(sizes)('tiles in $width x $height are even, inside, apart, and large enough to see', (size) => {
  for (let count = 1; count <= LIMITS.references.max; count++) {
    const tiles = tilesOf(size, count);
    expect(tiles).toHaveLength(count);
    for (const [index, { picture, label }] of tiles.entries()) {
      for (const rect of [picture, label]) {
        expect([rect.x % 2, rect.y % 2, rect.width % 2, rect.height % 2]).toEqual([0, 0, 0, 0]);
        expect(
          rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= size.width && rect.y + rect.height <= size.height,
        ).toBe(true);
      }
      expect(Math.min(picture.width, picture.height)).toBeGreaterThanOrEqual(16);
      const next = tiles[index + 1];
      const apart =
        next === undefined || next.picture.x >= picture.x + picture.width || next.picture.y >= label.y + label.height;
      expect(apart).toBe(true);
    }
  }
});
