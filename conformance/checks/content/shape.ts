/** Whether a clip is of a tier and of a shape, as far as the document tells: it names no pixels. */

import { RESOLUTIONS, sizeOf, type FixedRatio, type Resolution, type Size } from '../../../contract/dimensions.ts';

/** Encoders want multiples of 8 or 16, so that a shape is met to a few hundredths. */
const RATIO_TOLERANCE = 0.05;

/** Below the lowest tier and beyond the highest there is none that would be nearer. */
const SMALLEST = 0.8;
const LARGEST = 1.25;

/**
 * Whether `resolution` is the nearest tier, measured by area or by the shorter side: services define a tier in either
 * way.
 */
export function isTier(size: Size, resolution: Resolution): boolean {
  const area = (tier: Resolution): number => areaOf(sizeOf(tier, '16:9'));
  const side = (tier: Resolution): number => sideOf(sizeOf(tier, '16:9'));
  return isNear(areaOf(size), resolution, area) || isNear(sideOf(size), resolution, side);
}

function isNear(value: number, resolution: Resolution, measure: (tier: Resolution) => number): boolean {
  const part = value / measure(resolution);
  return nearest(value, measure) === resolution && part >= SMALLEST && part <= LARGEST;
}

/** Whether width by height is the shape. */
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

/** In ratios: twice as much is as far as half as much. */
function nearest(value: number, of: (tier: Resolution) => number): Resolution {
  const distance = (tier: Resolution): number => Math.abs(Math.log(value / of(tier)));
  return RESOLUTIONS.reduce((best, tier) => (distance(tier) < distance(best) ? tier : best));
}
