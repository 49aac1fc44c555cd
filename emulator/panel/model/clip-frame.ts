/** Converts between times and frames of a clip, and reads the beginning of the frame code. */

import { cellSize, FRAME_BITS, LEAD } from '../../render/frame-code.ts';
import { FRAMES_PER_SECOND } from '../../../contract/limits.ts';

export { FRAMES_PER_SECOND };

/** Returns the middle of a frame, because a seek to its edge could show the frame before it. */
export function timeOfFrame(frame: number): number {
  return (frame + 0.5) / FRAMES_PER_SECOND;
}

export function frameAt(seconds: number): number {
  return Math.max(0, Math.floor(seconds * FRAMES_PER_SECOND + 1e-6));
}

export function frameCount(seconds: number): number {
  return Math.max(1, Math.round(seconds * FRAMES_PER_SECOND));
}

const CODE = new RegExp(`^${LEAD.join('')}(.{${FRAME_BITS}})$`);

/** The number of cells up to the end of the frame number. */
export const READ_CELLS = LEAD.length + FRAME_BITS;

/** Returns the part of the picture with these cells, from its top left corner. */
export function stripOf(size: Readonly<Record<'width' | 'height', number>>) {
  return { width: READ_CELLS * cellSize(size), height: cellSize(size) };
}

/** Returns the frame number in the first cells, which are 0 or 1. Undefined without the guard before the number. */
export function frameIn(cells: readonly number[]): number | undefined {
  const [, bits] = CODE.exec(cells.join('')) ?? [];
  return bits === undefined ? undefined : Number.parseInt(bits, 2);
}
