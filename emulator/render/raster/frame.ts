/** Frames and colors in ffmpeg's raw video formats: yuv420p, or yuva420p if the frame has an alpha plane. */

import type { Size } from '../../../contract/dimensions.ts';
import type { Glyph } from './glyph.ts';

/** A color as video stores it: BT.709, limited range. */
export interface Color {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

export interface Frame extends Size {
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  /** The opacity of each pixel, 0 for transparent. An opaque frame has no alpha plane. */
  readonly alpha: Uint8Array | undefined;
  /** All planes, one after the other: the raw frame. */
  readonly bytes: Uint8Array;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

export const BLACK: Color = { y: 16, u: 128, v: 128 };
export const WHITE: Color = { y: 235, u: 128, v: 128 };

/** Converts a color from `#rrggbb`. */
export function rgb(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16);
  const [r, g, b] = [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
  const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return {
    y: Math.round(16 + 219 * luma),
    u: Math.round(128 + (224 * (b - luma)) / 1.8556),
    v: Math.round(128 + (224 * (r - luma)) / 1.5748),
  };
}

/** Blends two colors. The result is `from` for a share of 0 and `to` for a share of 1. */
export function mix(from: Color, to: Color, share: number): Color {
  const between = (a: number, b: number): number => a + (b - a) * share;
  return { y: between(from.y, to.y), u: between(from.u, to.u), v: between(from.v, to.v) };
}

/** Creates a frame of one color. `alpha` adds an alpha plane. The sides must be even. */
export function createFrame({ width, height }: Size, color: Color, alpha?: number): Frame {
  const luma = width * height;
  const opaque = frameFrom({ width, height }, new Uint8Array(luma * (alpha === undefined ? 1.5 : 2.5)));
  const { y, u, v } = rounded(color);
  opaque.y.fill(y);
  opaque.u.fill(u);
  opaque.v.fill(v);
  return alpha === undefined ? opaque : { ...opaque, alpha: opaque.bytes.subarray(1.5 * luma).fill(alpha) };
}

/** Rounds a length to an even number of at least 2, because chroma has half the resolution. */
export function even(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2));
}

/** Fills a rectangle, clipped to the frame. Chroma is filled at half the resolution. */
export function fill(frame: Frame, rect: Rect, color: Color): void {
  const { left, right, top, bottom } = clip(frame, rect);
  const { y, u, v } = rounded(color);
  for (let row = top; row < bottom; row++) {
    frame.y.fill(y, row * frame.width + left, row * frame.width + right);
    frame.alpha?.fill(255, row * frame.width + left, row * frame.width + right);
  }
  const half = frame.width / 2;
  for (let row = top >> 1; row < (bottom + 1) >> 1; row++) {
    frame.u.fill(u, row * half + (left >> 1), row * half + ((right + 1) >> 1));
    frame.v.fill(v, row * half + (left >> 1), row * half + ((right + 1) >> 1));
  }
}

/** Rounds a color, because typed arrays truncate fractions. */
function rounded({ y, u, v }: Color): Color {
  return { y: Math.round(y), u: Math.round(u), v: Math.round(v) };
}

function clip(frame: Frame, rect: Rect): { left: number; right: number; top: number; bottom: number } {
  const within = (value: number, limit: number): number => Math.max(0, Math.min(limit, Math.round(value)));
  return {
    left: within(rect.x, frame.width),
    right: within(rect.x + rect.width, frame.width),
    top: within(rect.y, frame.height),
    bottom: within(rect.y + rect.height, frame.height),
  };
}

/** Blends a color into a frame through a coverage mask. The mask may extend beyond the frame. */
export function stamp(
  frame: Frame,
  mask: Pick<Glyph, 'width' | 'height' | 'coverage'>,
  { x, y, color }: { x: number; y: number; color: Color },
): void {
  const half = frame.width / 2;
  for (let row = Math.max(0, -y); row < Math.min(mask.height, frame.height - y); row++) {
    for (let column = Math.max(0, -x); column < Math.min(mask.width, frame.width - x); column++) {
      const share = (mask.coverage[row * mask.width + column] ?? 0) / 255;
      if (share === 0) continue;
      const at = (y + row) * frame.width + x + column;
      frame.y[at] = blended(frame.y[at], color.y, share);
      if (frame.alpha !== undefined) frame.alpha[at] = Math.max(frame.alpha[at] ?? 0, Math.round(share * 255));
      if ((x + column) % 2 !== 0 || (y + row) % 2 !== 0) continue;
      const chroma = ((y + row) >> 1) * half + ((x + column) >> 1);
      frame.u[chroma] = blended(frame.u[chroma], color.u, share);
      frame.v[chroma] = blended(frame.v[chroma], color.v, share);
    }
  }
}

function blended(old = 0, value: number, share: number): number {
  return Math.round(old + (value - old) * share);
}

/** Copies an opaque frame onto another frame at an even position, and clips it. */
export function paste(frame: Frame, picture: Frame, { x, y }: { readonly x: number; readonly y: number }): void {
  copyPlane(frame.y, picture.y, { from: picture.width, to: frame.width, x, y });
  const half = { from: picture.width / 2, to: frame.width / 2, x: x / 2, y: y / 2 };
  copyPlane(frame.u, picture.u, half);
  copyPlane(frame.v, picture.v, half);
}

function copyPlane(
  target: Uint8Array,
  source: Uint8Array,
  { from, to, x, y }: { from: number; to: number; x: number; y: number },
): void {
  const width = Math.min(from, to - x);
  for (let row = 0; row * from < source.length; row++) {
    const at = (y + row) * to + x;
    if (at + width > target.length) return;
    target.set(source.subarray(row * from, row * from + width), at);
  }
}

/** Wraps raw yuv420p bytes from ffmpeg without copying them. */
export function frameFrom({ width, height }: Size, bytes: Uint8Array): Frame {
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
