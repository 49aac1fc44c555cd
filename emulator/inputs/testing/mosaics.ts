/** Mosaics for tests: any shape, each cell of a colour of its own choosing. */

import { toGrid, type Mosaic, type Rgb, type Shape } from '../make/grid.ts';

/** Cells in no order at all: the hardest to pack. The choice follows from `seed`. */
export function noise(shape: Shape, seed: number): Mosaic {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  };
  const grid = toGrid(shape);
  const palette = Array.from({ length: 256 }, (): Rgb => [next(), next(), next()]);
  return { ...grid, palette, cells: Uint8Array.from({ length: grid.columns * grid.rows }, next) };
}

/** The pixels that a mosaic stands for, three bytes each. */
export function pixelsOf({ width, height, cell, columns, cells, palette }: Mosaic): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    pixels.set(palette[cells[Math.floor(y / cell) * columns + Math.floor(x / cell)] ?? 0] ?? [], at * 3);
  }
  return pixels;
}
