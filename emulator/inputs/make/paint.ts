/** The picture of a URL: a gradient, three shapes and a label, so that a person sees which image went where. */

import { writeLabel } from './label.ts';
import { toGrid, type Grid, type Mosaic, type Rgb, type Shape } from './grid.ts';
import { traitsOf, type Traits } from './traits.ts';

const STEPS = 64;
const [LIGHT, DARK, FIRST_SHAPE] = [STEPS, STEPS + 1, STEPS + 2];

/** Paints the picture of a URL at a size. */
export function paint(url: string, shape: Shape): Mosaic {
  const grid = toGrid(shape);
  const traits = traitsOf(url);
  const cells = new Uint8Array(grid.columns * grid.rows);
  fillGradient(grid, cells, traits);
  for (const which of [0, 1, 2]) drawShape({ grid, cells, traits, which });
  drawFrame(grid, cells);
  writeLabel({ grid, cells, letters: LIGHT, panel: DARK }, labelOf(url, shape));
  return { ...grid, cells, palette: paletteOf(traits) };
}

/** The file's name as the URL has it, and the size where the name does not say it. */
function labelOf(url: string, { width, height }: Shape): string {
  const { pathname, hostname } = new URL(url);
  const name = (pathname.split('/').findLast((part) => part !== '') ?? hostname).replaceAll(/%[0-9a-f]{2}/gi, '?');
  const size = `${width}x${height}`;
  return name.includes(size) ? name : `${name} ${size}`;
}

function paletteOf(traits: Traits): readonly Rgb[] {
  const hue = traits(0, 360);
  const other = hue + 60 + traits(1, 120);
  const gradient = Array.from({ length: STEPS }, (_, step) => {
    const part = step / (STEPS - 1);
    return toRgb(hue + (other - hue) * part, 0.35 + 0.3 * part);
  });
  const shapes = [0, 1, 2].map((which) => toRgb(hue + 180 + 40 * which, 0.55 + 0.12 * which));
  return [...gradient, [255, 255, 255], [16, 16, 16], ...shapes];
}

/** A strong colour of a hue in degrees and a lightness from 0 to 1. */
function toRgb(hue: number, lightness: number): Rgb {
  const reach = 0.65 * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

function fillGradient({ columns, rows }: Grid, cells: Uint8Array, traits: Traits): void {
  const angle = (traits(2, 360) * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  for (let at = 0; at < cells.length; at++) {
    const x = ((at % columns) + 0.5) / columns - 0.5;
    const y = (Math.floor(at / columns) + 0.5) / rows - 0.5;
    const part = 0.5 + (x * dx + y * dy) / (Math.abs(dx) + Math.abs(dy));
    cells[at] = Math.min(STEPS - 1, Math.floor(part * STEPS));
  }
}

interface Drawing {
  readonly grid: Grid;
  readonly cells: Uint8Array;
  readonly traits: Traits;
  readonly which: number;
}

/** One disc, diamond, square or ring somewhere in the picture. */
function drawShape({ grid: { columns, rows }, cells, traits, which }: Drawing): void {
  const draw = (n: number, sides: number) => traits(3 + which * 4 + n, sides);
  const radius = (Math.min(columns, rows) * (10 + draw(0, 12))) / 100;
  const [centreX, centreY] = [(columns * (15 + draw(1, 70))) / 100, (rows * (15 + draw(2, 70))) / 100];
  const kind = draw(3, 4);
  for (let at = 0; at < cells.length; at++) {
    const x = Math.abs((at % columns) + 0.5 - centreX) / radius;
    const y = Math.abs(Math.floor(at / columns) + 0.5 - centreY) / radius;
    if (isInside(kind, x, y)) cells[at] = FIRST_SHAPE + which;
  }
}

function isInside(kind: number, x: number, y: number): boolean {
  if (kind === 0) return x + y < 1.2;
  if (kind === 1) return Math.max(x, y) < 0.85;
  const distance = Math.hypot(x, y);
  return distance < 1 && (kind === 2 || distance > 0.6);
}

/** A light edge shows a person whether a clip was cropped. */
function drawFrame({ columns, rows }: Grid, cells: Uint8Array): void {
  for (let at = 0; at < cells.length; at++) {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    if (column === 0 || row === 0 || column === columns - 1 || row === rows - 1) cells[at] = LIGHT;
  }
}
