/** Converts between times and frames of a clip, and reads the frame code along the top edge of a frame. */

import { FRAME_CODE_CELLS, FRAME_CODE, frameCodeChecksum, cellSize } from '../../render/frame-code.ts';
import { FRAMES_PER_SECOND } from '../../../contract/limits.ts';

export { FRAMES_PER_SECOND };

type Size = Readonly<Record<'width' | 'height', number>>;
type Pixels = Size & Pick<ImageData, 'data'>;

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

/** Returns the part of the picture with the frame code: one row of cells from the top left corner. */
export function stripOf(size: Size) {
  return { width: FRAME_CODE_CELLS * cellSize(size), height: cellSize(size) };
}

const { lead, trail, frameBits, payloadBits, checkBits } = FRAME_CODE;
const CODE = new RegExp(`^${lead.join('')}(.{${frameBits}})(.{${payloadBits}})(.{${checkBits}})${trail.join('')}$`);

/** Returns the frame number in a strip. Returns undefined if the guards or the checksum are wrong. */
export function readFrameCode(strip: Pixels, size: Size): number | undefined {
  const cells = Array.from({ length: FRAME_CODE_CELLS }, (_, index) => cellAt(strip, index, cellSize(size)));
  const numbers =
    CODE.exec(cells.join(''))
      ?.slice(1)
      .map((bits) => Number.parseInt(bits, 2)) ?? [];
  const [frame = 0, payload = 0, check] = numbers;
  return check === frameCodeChecksum(frame, payload) ? frame : undefined;
}

/** Returns 1 if the center of a cell is brighter than half, or else 0. */
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
