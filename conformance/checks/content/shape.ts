/** Judges the resolution and the shape of a clip. The document does not name pixels, so the limits are wide. */

import { RESOLUTIONS, sizeOf, type FixedRatio, type Resolution, type Size } from '../../../contract/dimensions.ts';

/** The largest deviation of a ratio. Encoders need multiples of 8 or 16 pixels. */
const RATIO_TOLERANCE = 0.05;

/** The limits below the lowest and above the highest resolution, where no neighbor is nearer. */
const SMALLEST = 0.8;
const LARGEST = 1.25;

/** Returns whether a resolution is the nearest one, by area or by the shorter side. Services use either definition. */
export function isTier(size: Size, resolution: Resolution): boolean {
  const area = (tier: Resolution): number => areaOf(sizeOf(tier, '16:9'));
  const side = (tier: Resolution): number => sideOf(sizeOf(tier, '16:9'));
  return isNear(areaOf(size), resolution, area) || isNear(sideOf(size), resolution, side);
}

function isNear(value: number, resolution: Resolution, measure: (tier: Resolution) => number): boolean {
  const part = value / measure(resolution);
  return nearest(value, measure) === resolution && part >= SMALLEST && part <= LARGEST;
}

/** Returns whether a size has the shape. */
export function isRatio({ width, height }: Size, ratio: FixedRatio): boolean {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const wanted = across / down;
  return Math.abs(width / height - wanted) / wanted <= RATIO_TOLERANCE;
}

function areaOf({ width, height }: Size): number {
  return width * height;
}

function sideOf({ width, height }: Size): number {
  return Math.min(width, height);
}

/** Returns the nearest resolution by ratio: twice the value is as far away as half the value. */
function nearest(value: number, of: (tier: Resolution) => number): Resolution {
  const distance = (tier: Resolution): number => Math.abs(Math.log(value / of(tier)));
  return RESOLUTIONS.reduce((best, tier) => (distance(tier) < distance(best) ? tier : best));
}
