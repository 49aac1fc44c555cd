/** The number of samples that an MP4 claims to hold, read from its tables without expanding them. */

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
const DEEPEST = 8;

/**
 * Returns the largest number of samples or table entries that one box claims. A file that holds them has more bytes.
 */
export function largestClaim(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return largestIn({ view, start: 0, end: bytes.length, depth: 0 });
}

interface Span {
  readonly view: DataView;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

function largestIn({ view, start, end, depth }: Span): number {
  let largest = 0;
  let at = start;
  while (at + 8 <= end) {
    const size = sizeOf(view, at, end);
    if (size < 8) break;
    const span = { view, start: at + 8, end: Math.min(end, at + size), depth: depth + 1 };
    const name = nameOf(view, at);
    const claim = CONTAINERS.has(name) && depth < DEEPEST ? largestIn(span) : (CLAIMS[name]?.(span) ?? 0);
    largest = Math.max(largest, claim);
    at += size;
  }
  return largest;
}

function sizeOf(view: DataView, at: number, end: number): number {
  const size = view.getUint32(at);
  if (size === 0) return end - at;
  return size === 1 && at + 16 <= end ? Number(view.getBigUint64(at + 8)) : size;
}

function nameOf(view: DataView, at: number): string {
  return String.fromCodePoint(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
}

/** Returns the number at an offset in the content of a box, or nothing after its end. */
function numberAt({ view, start, end }: Span, offset: number): number {
  return start + offset + 4 <= end ? view.getUint32(start + offset) : 0;
}

/** Returns the number of entries, or the sum of one number over all entries, if an entry stands for many samples. */
function summed(span: Span, { size, at }: { readonly size: number; readonly at: number }): number {
  const entries = numberAt(span, 4);
  let sum = entries;
  for (let entry = 0; entry < entries && span.start + 8 + entry * size + 4 <= span.end; entry += 1)
    sum += numberAt(span, 8 + entry * size + at);
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
  for (let entry = 0; entry < entries(span) && span.start + 8 + entry * 12 + 4 <= span.end; entry += 1)
    largest = Math.max(largest, numberAt(span, 8 + entry * 12));
  return largest;
}
