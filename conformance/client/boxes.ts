/** The boxes at the top of an MP4 file. */

import type { ClipFacts } from './exchange.ts';

const MOST_BOXES = 1000;
const MOST_BRANDS = 50;

/** Returns the names of the boxes at the top, in order. A box that does not fit into the file is marked. */
export function walkBoxes(bytes: Uint8Array): Pick<ClipFacts, 'boxes' | 'brand' | 'brands'> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: string[] = [];
  let at = 0;
  while (at + 8 <= buffer.length && boxes.length < MOST_BOXES) {
    const name = buffer.toString('latin1', at + 4, at + 8);
    const size = boxSize(buffer, at);
    boxes.push(at + size > buffer.length || size < 8 ? `${name} (cut)` : name);
    if (size < 8) break;
    at += size;
  }
  if (boxes[0] !== 'ftyp') return { boxes };
  const names = buffer.toString('latin1', 8, Math.min(boxSize(buffer, 0), MOST_BRANDS * 4)).match(/.{4}/gs) ?? [];
  // The second entry is the version of the first brand.
  const [brand = '', , ...brands] = names;
  return { boxes, brand, brands };
}

/**
 * Returns whether the index lists some frames, and later fragments list others. This is legal, but the reader cannot
 * join them.
 */
export function isHybrid(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const moov = buffer.indexOf('moov', 0, 'latin1');
  const fragment = buffer.indexOf('moof', Math.max(0, moov), 'latin1');
  if (moov < 4 || fragment < 0) return false;
  const index = buffer.subarray(moov - 4, Math.min(buffer.length, moov - 4 + buffer.readUInt32BE(moov - 4)));
  const sizes = index.indexOf('stsz', 0, 'latin1');
  return sizes >= 0 && sizes + 16 <= index.length && index.readUInt32BE(sizes + 12) > 0 && index.includes('mvex');
}

/** Returns the size of the box at an offset. A box without a size reaches to the end. */
export function boxSize(buffer: Buffer, at: number, end = buffer.length): number {
  const size = buffer.readUInt32BE(at);
  if (size === 0) return end - at;
  return size === 1 && at + 16 <= end ? Number(buffer.readBigUInt64BE(at + 8)) : size;
}
