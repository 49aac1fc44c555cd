/** Pixels in the planar form that ffmpeg takes as raw video: yuv420p, or yuva420p when it has an alpha plane. */

import type { Size } from '../../../contract/dimensions.ts';
import type { Color } from './color.ts';
import type { Glyph } from './glyph.ts';

export interface Plate extends Size {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** 0 where the plate is see-through. Absent on a plate that covers everything. */
  readonly alpha: Uint8Array | undefined;
  /** All planes in a row: the raw frame. */
  readonly bytes: Uint8Array;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Stamp {
  readonly x: number;
  readonly y: number;
  readonly color: Color;
}

/** A plate filled with one colour; `alpha` makes it a layer. Sides must be even. */
export function createPlate({ width, height }: Size, color: Color, alpha?: number): Plate {
  const luma = width * height;
  const chroma = luma / 4;
  const bytes = new Uint8Array(luma + 2 * chroma + (alpha === undefined ? 0 : luma));
  const plate: Plate = {
    width,
    height,
    bytes,
    y: bytes.subarray(0, luma).fill(color.y),
    u: bytes.subarray(luma, luma + chroma).fill(color.u),
    v: bytes.subarray(luma + chroma, luma + 2 * chroma).fill(color.v),
    alpha: alpha === undefined ? undefined : bytes.subarray(luma + 2 * chroma).fill(alpha),
  };
  return plate;
}

/** The even number nearest to a length, and at least 2: chroma has half the resolution. */
export function even(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2));
}

/** Fills a rectangle, clipped to the plate; chroma follows at half resolution. */
export function fill(plate: Plate, rect: Rect, color: Color & { readonly alpha?: number }): void {
  const { left, right, top, bottom } = clip(plate, rect);
  for (let row = top; row < bottom; row++) {
    plate.y.fill(color.y, row * plate.width + left, row * plate.width + right);
    plate.alpha?.fill(color.alpha ?? 255, row * plate.width + left, row * plate.width + right);
  }
  const half = plate.width / 2;
  for (let row = top >> 1; row < (bottom + 1) >> 1; row++) {
    plate.u.fill(color.u, row * half + (left >> 1), row * half + ((right + 1) >> 1));
    plate.v.fill(color.v, row * half + (left >> 1), row * half + ((right + 1) >> 1));
  }
}

function clip(plate: Plate, rect: Rect): { left: number; right: number; top: number; bottom: number } {
  const within = (value: number, limit: number): number => Math.max(0, Math.min(limit, Math.round(value)));
  return {
    left: within(rect.x, plate.width),
    right: within(rect.x + rect.width, plate.width),
    top: within(rect.y, plate.height),
    bottom: within(rect.y + rect.height, plate.height),
  };
}

/** Blends a colour through a mask of coverage, its top left corner at a place that may lie outside. */
export function stamp(plate: Plate, mask: Pick<Glyph, 'width' | 'height' | 'coverage'>, { x, y, color }: Stamp): void {
  const half = plate.width / 2;
  for (let row = Math.max(0, -y); row < Math.min(mask.height, plate.height - y); row++) {
    for (let column = Math.max(0, -x); column < Math.min(mask.width, plate.width - x); column++) {
      const share = (mask.coverage[row * mask.width + column] ?? 0) / 255;
      if (share === 0) continue;
      const at = (y + row) * plate.width + x + column;
      plate.y[at] = blended(plate.y[at], color.y, share);
      if (plate.alpha !== undefined) plate.alpha[at] = Math.max(plate.alpha[at] ?? 0, Math.round(share * 255));
      if ((x + column) % 2 !== 0 || (y + row) % 2 !== 0) continue;
      const chroma = ((y + row) >> 1) * half + ((x + column) >> 1);
      plate.u[chroma] = blended(plate.u[chroma], color.u, share);
      plate.v[chroma] = blended(plate.v[chroma], color.v, share);
    }
  }
}

function blended(old = 0, value: number, share: number): number {
  return Math.round(old + (value - old) * share);
}

/** Copies a plate without alpha onto another at an even place; parts outside are left out. */
export function paste(plate: Plate, picture: Plate, { x, y }: { readonly x: number; readonly y: number }): void {
  copyPlane(plate.y, picture.y, { from: picture.width, to: plate.width, x, y });
  const half = { from: picture.width / 2, to: plate.width / 2, x: x / 2, y: y / 2 };
  copyPlane(plate.u, picture.u, half);
  copyPlane(plate.v, picture.v, half);
}

interface PlaneCopy {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly y: number;
}

function copyPlane(target: Uint8Array, source: Uint8Array, { from, to, x, y }: PlaneCopy): void {
  const width = Math.min(from, to - x);
  for (let row = 0; row * from < source.length; row++) {
    const at = (y + row) * to + x;
    if (at + width > target.length) return;
    target.set(source.subarray(row * from, row * from + width), at);
  }
}

/** Wraps raw yuv420p bytes that ffmpeg made. */
export function plateFrom({ width, height }: Size, bytes: Uint8Array): Plate {
  const luma = width * height;
  const v = luma + luma / 4;
  return {
    width,
    height,
    bytes,
    y: bytes.subarray(0, luma),
    u: bytes.subarray(luma, v),
    v: bytes.subarray(v, v + luma / 4),
    alpha: undefined,
  };
}
