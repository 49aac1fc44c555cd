/** The image of a URL in one of the three formats. */

import type { Recipe } from './media-file.ts';
import { drawJpeg } from './make/draw-jpeg.ts';
import { drawPng } from './make/draw-png.ts';
import { drawWebp } from './make/draw-webp.ts';
import type { Shape } from './make/grid.ts';
import { paint } from './make/paint.ts';

const DRAWERS = { jpg: drawJpeg, jpeg: drawJpeg, png: drawPng, webp: drawWebp } as const;

/** The most pixels along an axis: what WebP can hold. */
export const MAX_AXIS = 16_384;

/** Describes an image by the ending of its name; JPEG for every other ending. */
export function drawImage(url: string, shape: Shape, ending: string): Recipe {
  const draw = isDrawn(ending) ? DRAWERS[ending] : drawJpeg;
  return draw(shape, () => paint(url, shape));
}

function isDrawn(ending: string): ending is keyof typeof DRAWERS {
  return Object.hasOwn(DRAWERS, ending);
}
