/** Drawn images are mosaics: square cells of one colour each, so that a large image costs no more to encode than a small one. */

export interface Shape {
  readonly width: number;
  readonly height: number;
}

export interface Grid extends Shape {
  /** Side of a cell in pixels, a multiple of 8; cells at the right and lower edge may be cut. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
}

export type Rgb = readonly [red: number, green: number, blue: number];

export interface Mosaic extends Grid {
  readonly palette: readonly Rgb[];
  /** An index into the palette for each cell, row by row. */
  readonly cells: Uint8Array;
}

/** Cells along the longer side, at most. */
const CELLS_ALONG = 160;

/** Lays the grid of an image. */
export function toGrid({ width, height }: Shape): Grid {
  const cell = 8 * Math.ceil(Math.max(width, height) / (8 * CELLS_ALONG));
  return { width, height, cell, columns: Math.ceil(width / cell), rows: Math.ceil(height / cell) };
}

/** Calls back with the colour index and the width in pixels of each cell of one row of cells. */
export function eachCell(mosaic: Mosaic, row: number, visit: (index: number, width: number) => void): void {
  for (let column = 0; column < mosaic.columns; column++) {
    const width = Math.min(mosaic.cell, mosaic.width - column * mosaic.cell);
    visit(mosaic.cells[row * mosaic.columns + column] ?? 0, width);
  }
}

/** Height in pixels of one row of cells. */
export function heightOfRow(grid: Grid, row: number): number {
  return Math.min(grid.cell, grid.height - row * grid.cell);
}
