/** Draws the grid of a reference clip: a tile for each reference, and its @handles below it. */

import type { Size } from '../../../contract/dimensions.ts';
import type { Palette } from './style.ts';
import { cellSize } from '../frame-code.ts';
import { BLACK, createFrame, even, fill, mix, paste, WHITE, type Frame, type Rect } from '../raster/frame.ts';
import { drawText, wrap, type TextStyle } from '../raster/text.ts';

export type Tile = ReturnType<typeof tilesOf>[number];

/** The content of a tile: a picture, a waveform, or neither for a video. */
export interface TileContent {
  readonly label: string;
  readonly still?: Frame;
  /** The loudness from 0 to 1, in order of time. */
  readonly wave?: readonly number[];
}

/** Divides a frame into tiles of the largest possible size. All numbers are even. */
export function tilesOf(size: Size, count: number) {
  const margin = 2 * cellSize(size);
  const room = { width: size.width - 2 * margin, height: size.height - 3 * margin };
  const columns = bestColumns(room, count);
  const rows = Math.ceil(count / columns);
  const cell = { width: room.width / columns, height: room.height / rows };
  const gap = Math.max(4, Math.min(cell.width, cell.height) * 0.05);
  const labelHeight = even(labelPixels(size) * 1.7);
  return Array.from({ length: count }, (_, index) => {
    const x = even(margin + (index % columns) * cell.width + gap / 2);
    const y = even(margin * 1.5 + Math.floor(index / columns) * cell.height + gap / 2);
    const width = even(cell.width - gap);
    const height = even(cell.height - gap - labelHeight);
    return { picture: { x, y, width, height }, label: { x, y: y + height, width, height: labelHeight } };
  });
}

/** Draws everything that does not move. */
export function drawGrid(size: Size, palette: Palette, tiles: readonly (readonly [Tile, TileContent])[]): Frame {
  const grid = createFrame(size, mix(palette.near, BLACK, 0.3));
  const style: TextStyle = { face: 'DejaVuSans-Bold', pixels: labelPixels(size), color: WHITE };
  for (const [{ picture, label }, content] of tiles) {
    fill(grid, picture, palette.middle);
    if (content.still !== undefined) paste(grid, content.still, picture);
    if (content.wave !== undefined) drawWave(grid, picture, { wave: content.wave, palette });
    fill(grid, label, mix(palette.near, BLACK, 0.6));
    fill(grid, { ...label, width: 4 }, palette.accent);
    const [line = ''] = wrap(content.label, style, { width: label.width - style.pixels, lines: 1 });
    drawText(grid, line, { x: label.x + style.pixels * 0.7, y: label.y + label.height * 0.7, style });
  }
  return grid;
}

function bestColumns(room: Size, count: number): number {
  const usefulness = (columns: number): number => {
    const cell = { width: room.width / columns, height: room.height / Math.ceil(count / columns) };
    return Math.min(cell.width, cell.height * 1.4);
  };
  const choices = Array.from({ length: count }, (_, index) => index + 1);
  return choices.reduce((best, columns) => (usefulness(columns) > usefulness(best) ? columns : best), 1);
}

function drawWave(grid: Frame, tile: Rect, { wave, palette }: { wave: readonly number[]; palette: Palette }): void {
  const step = tile.width / wave.length;
  for (const [index, loudness] of wave.entries()) {
    const height = Math.max(2, loudness * tile.height * 0.9);
    const bar = {
      x: tile.x + index * step,
      y: tile.y + (tile.height - height) / 2,
      width: Math.max(1, step * 0.6),
      height,
    };
    fill(grid, bar, palette.light);
  }
}

function labelPixels({ width, height }: Size): number {
  return Math.max(12, Math.round(Math.min(width, height) / 40));
}
