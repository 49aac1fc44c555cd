/** The number of samples that an MP4 claims to hold, read from its tables without expanding them. */

import { boxSize } from './boxes.ts';

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
const DEEPEST = 8;

/**
 * Returns the largest number of samples or table entries that one box claims. A file that holds them has more bytes.
 */
export function largestClaim(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return largestIn({ buffer, start: 0, end: bytes.length, depth: 0 });
}

interface Span {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

function largestIn({ buffer, start, end, depth }: Span): number {
  let largest = 0;
  let at = start;
  while (at + 8 <= end) {
    const size = boxSize(buffer, at, end);
    if (size < 8) break;
    const span = { buffer, start: at + 8, end: Math.min(end, at + size), depth: depth + 1 };
    const name = buffer.toString('latin1', at + 4, at + 8);
    const claim = CONTAINERS.has(name) && depth < DEEPEST ? largestIn(span) : (CLAIMS[name]?.(span) ?? 0);
    largest = Math.max(largest, claim);
    at += size;
  }
  return largest;
}

/** Returns the number at an offset in the content of a box, or nothing after its end. */
function numberAt({ buffer, start, end }: Span, offset: number): number {
  return start + offset + 4 <= end ? buffer.readUInt32BE(start + offset) : 0;
}

/** Returns one number of each entry in the content of a box. */
function* numbersIn(span: Span, { size, at }: { readonly size: number; readonly at: number }): Generator<number> {
  for (let entry = 0; entry < entries(span) && span.start + 8 + entry * size + 4 <= span.end; entry += 1)
    yield numberAt(span, 8 + entry * size + at);
}

/** Returns the number of entries, or the sum of one number over all entries, if an entry stands for many samples. */
function summed(span: Span, column: { readonly size: number; readonly at: number }): number {
  let sum = entries(span);
  for (const samples of numbersIn(span, column)) sum += samples;
  return sum;
}

const entries = (span: Span): number => numberAt(span, 4);

const CLAIMS: Readonly<Record<string, (span: Span) => number>> = {
  stts: (span) => summed(span, { size: 8, at: 0 }),
  ctts: (span) => summed(span, { size: 8, at: 0 }),
  stsc: (span) => Math.max(summed(span, { size: 12, at: 4 }), largestChunk(span)),
  stsz: (span) => numberAt(span, 8),
  stz2: (span) => numberAt(span, 8),
  stco: entries,
  co64: entries,
  stss: entries,
  trun: entries,
  tfra: (span) => numberAt(span, 12),
};

function largestChunk(span: Span): number {
  let largest = 0;
  for (const chunk of numbersIn(span, { size: 12, at: 0 })) largest = Math.max(largest, chunk);
  return largest;
}
