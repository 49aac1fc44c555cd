/** Writes a line or more of large letters over a mosaic, on a panel in its lower half. */

import { GLYPH, inkText } from './glyphs.ts';
import type { Grid } from './grid.ts';

interface Paper {
  readonly grid: Grid;
  readonly cells: Uint8Array;
  /** Colours, as indexes into the palette. */
  readonly letters: number;
  readonly panel: number;
}

/** Cells that stay free at each side. */
const MARGIN = 2;
const MOST_LINES = 3;

/** Writes a text as large as it fits in at most three lines; what still does not fit is cut off. */
export function writeLabel(paper: Paper, text: string): void {
  const { columns, rows } = paper.grid;
  const { scale, perLine } = fit(text.length, columns - 2 * MARGIN, rows - 2 * MARGIN);
  const lines = cut(text, perLine);
  const height = lines.length * GLYPH.lineHeight * scale + MARGIN;
  const top = Math.max(MARGIN, Math.floor((rows - height) * 0.75));
  fillPanel(paper, top, Math.min(height, rows - top - MARGIN));
  lines.forEach((line, index) => {
    const left = Math.ceil((columns - line.length * GLYPH.advance * scale + scale) / 2);
    const lineTop = top + MARGIN + index * GLYPH.lineHeight * scale;
    inkText(line, (column, row) => inkSquare(paper, { x: left + column * scale, y: lineTop + row * scale, scale }));
  });
}

/** The largest scale at which all letters fit in the allowed lines and a third of the height; 1 when none does. */
function fit(letters: number, width: number, height: number): { scale: number; perLine: number } {
  for (let scale = 8; scale > 1; scale--) {
    const perLine = Math.floor(width / (GLYPH.advance * scale));
    const lines = perLine === 0 ? Infinity : Math.ceil(letters / perLine);
    if (lines < MOST_LINES && lines * GLYPH.lineHeight * scale <= height / 3) return { scale, perLine };
  }
  return { scale: 1, perLine: Math.max(1, Math.floor((width + 1) / GLYPH.advance)) };
}

function cut(text: string, perLine: number): readonly string[] {
  const count = Math.min(MOST_LINES, Math.ceil(text.length / perLine));
  return Array.from({ length: count }, (_, index) => text.slice(index * perLine, (index + 1) * perLine).trim());
}

function fillPanel({ grid, cells, panel }: Paper, top: number, height: number): void {
  for (let row = top; row < top + height; row++) {
    cells.fill(panel, row * grid.columns + MARGIN, (row + 1) * grid.columns - MARGIN);
  }
}

function inkSquare({ grid, cells, letters }: Paper, { x, y, scale }: { x: number; y: number; scale: number }): void {
  const right = Math.min(x + scale, grid.columns);
  for (let row = y; row < Math.min(y + scale, grid.rows); row++) {
    if (x < right) cells.fill(letters, row * grid.columns + x, row * grid.columns + right);
  }
}
