/**
 * The machine-readable code of every frame: one row of black and white cells along the top edge, from the left corner.
 * The cells begin with a guard of white, black, white, and end with a guard of white, black. Between the guards are the
 * frame number in 10 bits, a payload in 16 bits and a checksum in 8 bits. In the first second, frames 0 to 7 carry the
 * 128 bits of the id in order, and frames 8 to 23 repeat them twice. Later payloads are 0, so that clips with the same
 * scene can share the seconds.
 */

import type { Size } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';

/** The guard before the frame number. */
export const LEAD = [1, 0, 1] as const;
export const FRAME_BITS = 10;

export const FRAME_CODE = {
  lead: LEAD,
  frameBits: FRAME_BITS,
  payloadBits: 16,
  checkBits: 8,
  trail: [1, 0],
  idParts: 8,
} as const;

export const FRAME_CODE_CELLS =
  LEAD.length + FRAME_BITS + FRAME_CODE.payloadBits + FRAME_CODE.checkBits + FRAME_CODE.trail.length;

/** Returns the side of a cell in pixels: an even number of at least 8, in proportion to the picture. */
export function cellSize({ width, height }: Size): number {
  return Math.max(8, 2 * Math.round(Math.min(width, height) / 120));
}

/** Returns the cells of one frame, 1 for white. `id` is a UUID. */
export function frameCodeCells(frame: number, id: string): number[] {
  const payload = frame < LIMITS.framesPerSecond ? idPart(id, frame % FRAME_CODE.idParts) : 0;
  return [
    ...FRAME_CODE.lead,
    ...bits(frame, FRAME_CODE.frameBits),
    ...bits(payload, FRAME_CODE.payloadBits),
    ...bits(frameCodeChecksum(frame, payload), FRAME_CODE.checkBits),
    ...FRAME_CODE.trail,
  ];
}

/** Returns a CRC-8 (polynomial 0x07) over the frame number and the payload. */
export function frameCodeChecksum(frame: number, payload: number): number {
  let sum = 0xff;
  for (const byte of [frame >> 8, frame & 255, payload >> 8, payload & 255]) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80 ? ((sum << 1) ^ 0x07) & 0xff : sum << 1;
  }
  return sum;
}

function idPart(id: string, part: number): number {
  return Number.parseInt(id.replaceAll('-', '').slice(4 * part, 4 * part + 4), 16) || 0;
}

function bits(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1);
}
