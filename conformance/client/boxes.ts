/** Reads the boxes of an MP4 file, and the number of samples that its tables claim, without expanding a table. */

import type { ClipFacts } from './exchange.ts';

const MOST_BOXES = 1000;
const MOST_BRANDS = 50;

interface Box {
  readonly name: string;
  /** The positions of the content. */
  readonly start: number;
  readonly end: number;
  /** Whether the box does not fit into its surroundings. */
  readonly isCut: boolean;
}

/** Iterates over the boxes in a part of a file. A box without a size reaches to the end. */
function* boxesIn(buffer: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to;) {
    const small = buffer.readUInt32BE(at);
    const large = small === 1 && at + 16 <= to ? Number(buffer.readBigUInt64BE(at + 8)) : small;
    const size = small === 0 ? to - at : large;
    const name = buffer.toString('latin1', at + 4, at + 8);
    yield { name, start: at + 8, end: Math.min(to, at + size), isCut: size < 8 || at + size > to };
    if (size < 8) return;
    at += size;
  }
}

/** Returns the names of the boxes at the top, in order. A box that does not fit into the file is marked. */
export function walkBoxes(bytes: Uint8Array): Pick<ClipFacts, 'boxes' | 'brand' | 'brands'> {
  const buffer = bufferOf(bytes);
  const boxes: string[] = [];
  let brandsEnd = 0;
  for (const { name, end, isCut } of boxesIn(buffer, 0, buffer.length)) {
    if (boxes.length === 0) brandsEnd = Math.min(end, MOST_BRANDS * 4);
    if (boxes.push(isCut ? `${name} (cut)` : name) === MOST_BOXES) break;
  }
  if (boxes[0] !== 'ftyp') return { boxes };
  // The second entry is the version of the first brand.
  const [brand = '', , ...brands] = buffer.toString('latin1', 8, brandsEnd).match(/.{4}/gs) ?? [];
  return { boxes, brand, brands };
}

/**
 * Returns whether the index lists some frames, and later fragments list others. This is legal, but the reader cannot
 * join them.
 */
export function isHybrid(bytes: Uint8Array): boolean {
  const buffer = bufferOf(bytes);
  const moov = buffer.indexOf('moov', 0, 'latin1');
  const fragment = buffer.indexOf('moof', Math.max(0, moov), 'latin1');
  if (moov < 4 || fragment < 0) return false;
  const index = buffer.subarray(moov - 4, Math.min(buffer.length, moov - 4 + buffer.readUInt32BE(moov - 4)));
  const sizes = index.indexOf('stsz', 0, 'latin1');
  return sizes >= 0 && sizes + 16 <= index.length && index.readUInt32BE(sizes + 12) > 0 && index.includes('mvex');
}

/** Returns the largest number of samples or table entries that one box claims. A file with so many has more bytes. */
export function largestClaim(bytes: Uint8Array): number {
  return largestIn(bufferOf(bytes), { start: 0, end: bytes.length }, 0);
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
const DEEPEST = 8;

function largestIn(buffer: Buffer, { start, end }: Pick<Box, 'start' | 'end'>, depth: number): number {
  let largest = 0;
  for (const box of boxesIn(buffer, start, end)) {
    const isOpened = CONTAINERS.has(box.name) && depth < DEEPEST;
    largest = Math.max(largest, isOpened ? largestIn(buffer, box, depth + 1) : claimOf(buffer, box));
  }
  return largest;
}

/** The offset of the number of entries. If an entry stands for many samples, also its size and its numbers. */
interface Table {
  readonly count: number;
  readonly entry?: number;
  /** A number of samples. */
  readonly samples?: number;
  /** The number of a chunk. */
  readonly chunk?: number;
}

const TABLES: Readonly<Record<string, Table>> = {
  stts: { count: 4, entry: 8, samples: 0 },
  ctts: { count: 4, entry: 8, samples: 0 },
  stsc: { count: 4, entry: 12, samples: 4, chunk: 0 },
  stsz: { count: 8 },
  stz2: { count: 8 },
  stco: { count: 4 },
  co64: { count: 4 },
  stss: { count: 4 },
  trun: { count: 4 },
  tfra: { count: 12 },
};

function claimOf(buffer: Buffer, { name, start, end }: Box): number {
  const table = TABLES[name];
  if (table === undefined) return 0;
  const { count, entry, samples = 0, chunk } = table;
  const numberAt = (at: number): number => (at + 4 <= end ? buffer.readUInt32BE(at) : 0);
  const entries = numberAt(start + count);
  if (entry === undefined) return entries;
  let [sum, highest] = [entries, 0];
  const last = Math.min(end, start + 8 + entries * entry);
  for (let at = start + 8; at < last; at += entry) {
    sum += numberAt(at + samples);
    if (chunk !== undefined) highest = Math.max(highest, numberAt(at + chunk));
  }
  return Math.max(sum, highest);
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
