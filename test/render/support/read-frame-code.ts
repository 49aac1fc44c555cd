/** Reads the frame code from decoded gray pixels of the strip along the top edge of a frame. */

import type { Size } from '../../../contract/dimensions.ts';
import { FRAME_CODE_CELLS, FRAME_CODE, frameCodeChecksum, cellSize } from '../../../emulator/render/frame-code.ts';

export interface FrameCode {
  readonly frame: number;
  readonly payload: number;
}

/** Returns the size of the strip to decode, from the top left corner of the frame. */
export function codeStrip(size: Size): Size {
  return { width: FRAME_CODE_CELLS * cellSize(size), height: cellSize(size) };
}

/** Returns the code in the strip of one frame, or undefined if its guards or its checksum are wrong. */
export function readFrameCode(strip: Uint8Array, size: Size): FrameCode | undefined {
  const cells = Array.from({ length: FRAME_CODE_CELLS }, (_, index) => readCell(strip, index, cellSize(size)));
  let at = 0;
  const take = (count: number): number[] => cells.slice(at, (at += count));
  const lead = take(FRAME_CODE.lead.length);
  const frame = toNumber(take(FRAME_CODE.frameBits));
  const payload = toNumber(take(FRAME_CODE.payloadBits));
  const check = toNumber(take(FRAME_CODE.checkBits));
  const guards = [...lead, ...take(FRAME_CODE.trail.length)].join('');
  if (guards !== [...FRAME_CODE.lead, ...FRAME_CODE.trail].join('')) return undefined;
  return check === frameCodeChecksum(frame, payload) ? { frame, payload } : undefined;
}

/** Joins the payloads of eight frames in a row to a uuid. */
export function readId(codes: readonly (FrameCode | undefined)[]): string {
  const hex = codes
    .slice(0, FRAME_CODE.idParts)
    .map((code) => (code?.payload ?? 0).toString(16).padStart(4, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns white if the middle of the cell is brighter than half. */
function readCell(strip: Uint8Array, index: number, cell: number): number {
  const inset = Math.floor(cell / 4);
  let sum = 0;
  let count = 0;
  for (let y = inset; y < cell - inset; y++) {
    for (let x = index * cell + inset; x < (index + 1) * cell - inset; x++) {
      sum += strip[y * cell * FRAME_CODE_CELLS + x] ?? 0;
      count += 1;
    }
  }
  return sum / count > 128 ? 1 : 0;
}

function toNumber(bits: readonly number[]): number {
  return bits.reduce((value, bit) => 2 * value + bit, 0);
}
