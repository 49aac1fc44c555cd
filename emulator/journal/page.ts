/**
 * Where the bytes of entries lie, and in what order. Outside of the heap: thousands of entries are kept, and as objects the collector would carry
 * each of them from place to place, which took a quarter of the time of a request.
 */

/** A stretch of bytes, for any number of entries one after the other. */
export interface Page {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** A page with room for so many bytes. */
export function newPage(size: number): Page {
  const buffer = new ArrayBuffer(size);
  return { bytes: Buffer.from(buffer), view: new DataView(buffer) };
}

/**
 * An entry's fields, by where they begin: doubles first (`NaN` where nothing is known), then whole numbers, then a length for each text. Behind this
 * head come the books, four doubles each, and all the texts as one in UTF-8.
 */
export const FIELD = {
  seq: 0,
  at: 8,
  realAt: 16,
  startedAt: 24,
  engineMs: 32,
  gapMs: 40,
  realGapMs: 48,
  totalMs: 56,
  bytesSent: 64,
  requestBytes: 72,
  size: 80,
  textBytes: 84,
  weight: 88,
  thing: 92,
  attempt: 96,
  status: 100,
  isAborted: 104,
  books: 108,
  lengths: 112,
} as const;

/** How many texts an entry has; `pen.ts` and `unpack.ts` name them in the same order. */
export const TEXTS = 18;
export const HEAD_BYTES = FIELD.lengths + 4 * TEXTS;
export const BOOK_BYTES = 4 * 8;
/** The length of a text that there is not. */
export const NO_TEXT = -1;
