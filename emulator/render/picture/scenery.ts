/** Draws the layers of an animated scene: a sky, and silhouettes that repeat so that they can scroll forever. */

import type { Size } from '../../../contract/dimensions.ts';
import type { Style, Motif } from './style.ts';
import { createFrame, even, mix, type Color, type Frame } from '../raster/frame.ts';

/** Returns the height of a silhouette, 0 to 1, at a position from 0 to 1. Both ends have the same height. */
type Profile = (place: number) => number;

type SceneryLayer = ReturnType<typeof sceneryLayers>[number];

/** The layers from back to front. `share` is the maximum height, and `speed` is in frame widths per second. */
const DEPTHS = [
  { color: 'far', share: 0.52, speed: 0.02, roughness: 0 },
  { color: 'middle', share: 0.4, speed: 0.05, roughness: 1 },
  { color: 'near', share: 0.26, speed: 0.11, roughness: 2 },
] as const;

/**
 * Returns the layers of a scenery, without their pixels. A silhouette repeats every `period` pixels. Its frame is as
 * wide as `period` and the clip together. The layer moves left by `speed` pixels in 24 frames.
 */
export function sceneryLayers(size: Size) {
  const period = even(size.width);
  return DEPTHS.map(({ color, share, speed, roughness }) => {
    const height = even(size.height * share);
    const moves = Math.max(2, even(speed * size.width));
    return { width: period + size.width, height, period, top: size.height - height, speed: moves, color, roughness };
  });
}

/** Draws the sky. It takes some tens of milliseconds, and so does a layer. */
export function drawSky({ palette, motif, index }: Style, size: Size): Frame {
  const sky = createFrame(size, palette.zenith);
  const light: Light = {
    x: Math.round(size.width * (0.22 + 0.56 * noise(index, 7))),
    y: Math.round(size.height * 0.3),
    glow: glowTable(Math.min(size.width, size.height) * 0.11),
  };
  for (let row = 0; row < size.height; row++) {
    const color = mix(palette.zenith, palette.horizon, Math.min(1, (row / size.height) * 1.5));
    paintRow({ plane: sky.y, row, width: size.width, step: 1, from: color.y, to: palette.light.y, grain: 5 }, light);
    if (row % 2 === 1) continue;
    const half = { row, width: size.width / 2, step: 2, grain: 0 };
    paintRow({ ...half, plane: sky.u, from: color.u, to: palette.light.u }, light);
    paintRow({ ...half, plane: sky.v, from: color.v, to: palette.light.v }, light);
  }
  if (motif === 'city' || motif === 'sea') drawStars(sky, palette.light);
  return sky;
}

/** The sun or the moon, and its glow: the brightness at each squared distance, in steps. */
interface Light {
  readonly x: number;
  readonly y: number;
  readonly glow: { readonly table: Float32Array; readonly step: number };
}

const GLOW_STEPS = 4096;
const GLOW_REACH = 7;

/** Tabulates the glow: 1 inside the disc, fading from 0.5 outside it. A sky has two million pixels. */
function glowTable(radius: number): Light['glow'] {
  const step = (radius * GLOW_REACH) ** 2 / GLOW_STEPS;
  const at = (index: number): number => {
    const distance = Math.sqrt(index * step) / radius;
    return distance < 1 ? 1 : 0.5 * Math.exp(1 - distance);
  };
  return {
    step,
    table: Float32Array.from({ length: GLOW_STEPS + 1 }, (_, index) => (index === GLOW_STEPS ? 0 : at(index))),
  };
}

interface PlaneRow {
  readonly plane: Uint8Array;
  /** A row of the frame. A chroma plane has only every second row and column. */
  readonly row: number;
  readonly width: number;
  readonly step: number;
  readonly from: number;
  readonly to: number;
  readonly grain: number;
}

function paintRow({ plane, row, width, step, from, to, grain }: PlaneRow, { x, y, glow }: Light): void {
  const start = (row / step) * width;
  const down = (row - y) ** 2;
  for (let column = 0; column < width; column++) {
    const away = Math.min(GLOW_STEPS, Math.floor(((column * step - x) ** 2 + down) / glow.step));
    const light = glow.table[away] ?? 0;
    const speck = grain === 0 ? 0 : (noise(column, row) - 0.5) * grain;
    plane[start + column] = from + (to - from) * light + speck;
  }
}

function drawStars(sky: Frame, { y }: Color): void {
  for (let star = 0; star < 120; star++) {
    const [column, row] = [
      Math.floor(noise(star, 1) * (sky.width - 2)),
      Math.floor(noise(star, 2) * sky.height * 0.45),
    ];
    const at = row * sky.width + column;
    for (const pixel of [at, at + 1, at + sky.width, at + sky.width + 1])
      sky.y[pixel] = Math.max(sky.y[pixel] ?? 0, y - 40 * noise(star, 3));
  }
}

export function drawLayer({ palette, motif }: Style, layer: SceneryLayer): Frame {
  const { height, period, roughness } = layer;
  const color = palette[layer.color];
  const frame = createFrame(layer, color, 0);
  const profile = PROFILES[motif](roughness);
  const tops = Array.from({ length: period }, (_, x) => Math.round(height * (1 - profile(x / period))));
  for (let row = 0; row < height; row++) {
    const start = row * frame.width;
    const shade = color.y - (12 * row) / height;
    for (let x = 0; x < period; x++) {
      const depth = row - (tops[x] ?? 0);
      if (depth < 0) continue;
      frame.y[start + x] = shade + texture(motif, x, row) * (8 + 4 * roughness) + (depth < 3 ? 14 : 0);
      if (frame.alpha !== undefined) frame.alpha[start + x] = 255;
    }
    for (const plane of [frame.y, frame.alpha]) plane?.copyWithin(start + period, start, start + frame.width - period);
  }
  return frame;
}

/** The profiles of the motifs. Whole numbers of waves, buildings and trees give both ends the same height. */
const PROFILES: Record<Motif, (roughness: number) => Profile> = {
  hills: (roughness) => (place) => 0.55 + waves(place, [2 + roughness, 5 + roughness, 11 + 2 * roughness]) * 0.4,
  city: (roughness) => (place) => {
    const houses = 18 + 6 * roughness;
    const house = Math.floor(place * houses);
    const gap = place * houses - house > 0.9 ? 0.15 : 0;
    return 0.25 + 0.65 * noise(house, 11 + roughness) - gap;
  },
  sea: (roughness) => (place) =>
    0.5 + waves(place, [6 + 5 * roughness, 13 + 7 * roughness, 29]) * 0.16 - roughness * 0.05,
  forest: (roughness) => (place) => {
    const trees = 22 - 4 * roughness;
    const tree = Math.floor(place * trees);
    const slope = 1 - Math.abs(2 * (place * trees - tree) - 1);
    const steps = Math.floor(slope * 5) / 5;
    return 0.25 + (0.25 + 0.45 * noise(tree, 5 + roughness)) * (0.6 * slope + 0.4 * steps);
  },
};

function waves(place: number, counts: readonly number[]): number {
  return (
    counts.reduce(
      (sum, count, index) => sum + Math.sin(2 * Math.PI * (count * place + noise(count, 3))) / (index + 1.6),
      0,
    ) * 0.7
  );
}

/** Returns the brightness of a pixel of a silhouette: lit windows, foam, leaves or grass. */
function texture(motif: Motif, x: number, y: number): number {
  if (motif === 'city') return x % 14 < 6 && y % 18 < 9 && noise(Math.floor(x / 14), Math.floor(y / 18)) > 0.72 ? 5 : 0;
  if (motif === 'sea') return noise(Math.floor(x / 12), Math.floor(y / 3)) * 2 - 1;
  return noise(Math.floor(x / 3), Math.floor(y / 3)) * 2 - 1;
}

/** Returns a number from 0 to 1 that is a hash of the position. */
function noise(x: number, y: number): number {
  let hash = Math.imul(x | 0, 0x9e3779b1) ^ Math.imul(y | 0, 0x85ebca77);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
