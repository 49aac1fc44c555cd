/** The frames of a clip: steps between them, and the frame code along the top edge of each. */

import { FRAME_CODE_CELLS, FRAME_CODE, frameCodeChecksum, cellSize } from '../../render/frame-code.ts';
import { FRAMES_PER_SECOND } from '../../../contract/limits.ts';

export { FRAMES_PER_SECOND };

/** The result of `getImageData`. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** The middle of a frame, so that a seek lands in it and not on its edge. */
export function timeOfFrame(frame: number): number {
  return (frame + 0.5) / FRAMES_PER_SECOND;
}

/** The frame that is shown at a time. */
export function frameAt(seconds: number): number {
  return Math.max(0, Math.floor(seconds * FRAMES_PER_SECOND + 1e-6));
}

/** How many frames a clip of this length has. */
export function frameCount(seconds: number): number {
  return Math.max(1, Math.round(seconds * FRAMES_PER_SECOND));
}

/** The part of the picture that has to be read: one row of cells from the top left corner. */
export function stripOf(size: { readonly width: number; readonly height: number }) {
  return { width: FRAME_CODE_CELLS * cellSize(size), height: cellSize(size) };
}

/** The frame number in a strip of a frame of this size; undefined if its guards or its checksum are wrong. */
export function readFrameCode(
  strip: Pixels,
  size: { readonly width: number; readonly height: number },
): number | undefined {
  const cells = Array.from({ length: FRAME_CODE_CELLS }, (_, index) => cellAt(strip, index, cellSize(size)));
  const { lead, trail, frameBits, payloadBits, checkBits } = FRAME_CODE;
  const isGuarded =
    lead.every((cell, at) => cells[at] === cell) &&
    trail.every((cell, at) => cells[FRAME_CODE_CELLS - trail.length + at] === cell);
  if (!isGuarded) return undefined;
  const frame = numberIn(cells, lead.length, frameBits);
  const payload = numberIn(cells, lead.length + frameBits, payloadBits);
  const check = numberIn(cells, lead.length + frameBits + payloadBits, checkBits);
  return check === frameCodeChecksum(frame, payload) ? frame : undefined;
}

/** White when the middle of the cell is brighter than half. */
function cellAt({ data, width }: Pixels, index: number, cell: number): number {
  const inset = Math.floor(cell / 4);
  let sum = 0;
  let count = 0;
  for (let y = inset; y < cell - inset; y++) {
    for (let x = index * cell + inset; x < (index + 1) * cell - inset; x++) {
      const at = 4 * (y * width + x);
      sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
      count += 3;
    }
  }
  return sum > 128 * count ? 1 : 0;
}

function numberIn(cells: readonly number[], from: number, count: number): number {
  return cells.slice(from, from + count).reduce((value, cell) => 2 * value + cell, 0);
}
