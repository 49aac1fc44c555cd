/** Converts glyph outlines to coverage (0 to 255 per pixel) by exact area, with the same result on every machine. */

import type { Font, GlyphOutline, Point } from './font.ts';

/** The pixels of one glyph, relative to the cursor on the baseline. */
export interface Glyph {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly coverage: Uint8Array;
}

type Flat = readonly [x: number, y: number];

const CURVE_STEPS = 5;
/** The largest glyph, in ems. The widest ligatures have about ten. A larger glyph is damaged and not drawn. */
const MOST_EMS = 16;
const NOTHING: Glyph = { left: 0, top: 0, width: 0, height: 0, coverage: new Uint8Array() };

/** Draws a glyph at a size in pixels per em. */
export function rasterize(font: Font, glyph: number, pixels: number): Glyph {
  const scale = pixels / font.unitsPerEm;
  const lines = font.outlineOf(glyph).map((contour) => flatten(contour).map(([x, y]): Flat => [x * scale, -y * scale]));
  const [left, top, right, bottom] = bounds(lines.flat());
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (!(width > 0 && Math.max(width, height) <= MOST_EMS * pixels)) return NOTHING;
  const area = new AreaBuffer(width, height);
  for (const line of lines) {
    for (let index = 0; index < line.length; index++) {
      const [x0, y0] = line[index] ?? [0, 0];
      const [x1, y1] = line[(index + 1) % line.length] ?? [0, 0];
      area.edge([x0 - left, y0 - top], [x1 - left, y1 - top]);
    }
  }
  return { left, top, width, height, coverage: area.coverage() };
}

/** Returns the bounds in whole pixels. Without points, `right` is less than `left`. */
function bounds(points: readonly Flat[]): [left: number, top: number, right: number, bottom: number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return [Math.floor(left), Math.floor(top), Math.ceil(right), Math.ceil(bottom)];
}

/** Converts quadratic curves to short lines. Two control points in a row imply a curve point midway. */
function flatten(contour: GlyphOutline[number]): Flat[] {
  const start = contour.find((point) => point.onCurve) ?? midpoint(contour[0], contour[1]);
  const from = contour.findIndex((point) => point.onCurve) + 1;
  const flat: Flat[] = [[start.x, start.y]];
  let pen = start;
  let control: Point | undefined;
  const curveTo = (end: Point): void => {
    if (control === undefined) flat.push([end.x, end.y]);
    else flat.push(...quadratic(pen, control, end));
    pen = end;
    control = undefined;
  };
  for (let index = 0; index < contour.length; index++) {
    const point = contour[(from + index) % contour.length];
    if (point === undefined) continue;
    if (point.onCurve) curveTo(point);
    else {
      if (control !== undefined) curveTo(midpoint(control, point));
      control = point;
    }
  }
  curveTo(start);
  return flat;
}

function midpoint(a: Point | undefined, b: Point | undefined): Point {
  return { x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2, onCurve: true };
}

function quadratic(a: Point, control: Point, b: Point): Flat[] {
  return Array.from({ length: CURVE_STEPS }, (_, step): Flat => {
    const t = (step + 1) / CURVE_STEPS;
    const u = 1 - t;
    return [u * u * a.x + 2 * u * t * control.x + t * t * b.x, u * u * a.y + 2 * u * t * control.y + t * t * b.y];
  });
}

/** A buffer of signed areas. An edge adds the area to its right, and a running sum gives the coverage. */
class AreaBuffer {
  readonly #width: number;
  readonly #sums: Float32Array;

  constructor(width: number, height: number) {
    this.#width = width + 1;
    this.#sums = new Float32Array(this.#width * height);
  }

  edge([x0, y0]: Flat, [x1, y1]: Flat): void {
    if (y0 === y1) return;
    const direction = y0 < y1 ? 1 : -1;
    const [topX, topY, bottomX, bottomY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const slope = (bottomX - topX) / (bottomY - topY);
    for (let row = Math.floor(topY); row < bottomY; row++) {
      const from = Math.max(row, topY);
      const to = Math.min(row + 1, bottomY);
      this.#span(row, direction * (to - from), [topX + (from - topY) * slope, topX + (to - topY) * slope]);
    }
  }

  /** Distributes the height of an edge within one row over the pixels that it crosses. */
  #span(row: number, height: number, ends: readonly [number, number]): void {
    const left = Math.min(...ends);
    const right = Math.max(...ends);
    const base = row * this.#width;
    let covered = 0;
    for (let pixel = Math.floor(left); pixel < right || pixel === Math.floor(left); pixel++) {
      const share = right === left ? pixel + 1 - left : areaRightOf(pixel + 1, left, right);
      this.#add(base + pixel, height * (share - covered));
      covered = share;
    }
    this.#add(base + Math.floor(Math.max(right, left)) + 1, height * (1 - covered));
  }

  #add(index: number, value: number): void {
    this.#sums[index] = (this.#sums[index] ?? 0) + value;
  }

  coverage(): Uint8Array {
    const width = this.#width - 1;
    const pixels = new Uint8Array((this.#sums.length / this.#width) * width);
    for (let row = 0; row * this.#width < this.#sums.length; row++) {
      let sum = 0;
      for (let x = 0; x < width; x++) {
        sum += this.#sums[row * this.#width + x] ?? 0;
        pixels[row * width + x] = Math.min(255, Math.round(Math.abs(sum) * 255));
      }
    }
    return pixels;
  }
}

/** Returns the mean width, at most 1, that an edge from `left` to `right` leaves free before a border. */
function areaRightOf(border: number, left: number, right: number): number {
  const width = right - left;
  const from = Math.max(left, border - 1);
  const to = Math.min(right, border);
  const inside = (Math.max(0, to - from) * (border - (from + to) / 2)) / width;
  const before = Math.max(0, Math.min(right, border - 1) - left) / width;
  return before + inside;
}
