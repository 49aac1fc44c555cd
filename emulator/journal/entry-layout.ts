/**
 * Where the bytes of entries lie, and in what order. Outside of the heap: thousands of entries are kept, and as objects the collector would carry
 * each of them from place to place, which took a quarter of the time of a request.
 */

/** A stretch of bytes, for any number of entries one after the other; and the same as numbers. */
export interface Segment {
  readonly bytes: Buffer;
  readonly ints: Int32Array;
  readonly doubles: Float64Array;
}

/** A page with room for so many bytes. */
export function newSegment(size: number): Segment {
  const buffer = new ArrayBuffer(aligned(size));
  return { bytes: Buffer.from(buffer), ints: new Int32Array(buffer), doubles: new Float64Array(buffer) };
}

/** Entries begin where numbers may lie. */
export function aligned(size: number): number {
  return Math.ceil(size / 8) * 8;
}

/**
 * The whole numbers of an entry, by how many such lie before them. What makes room comes first, as it is all that is read of most entries: the
 * bytes that an entry takes, what it takes of the bounds, the number of the thing that it was an attempt at. `lengths` are those of the texts,
 * `bodyBytes` is that of a body which lies behind them as it came.
 */
export const INT = {
  size: 0,
  weight: 1,
  thing: 2,
  books: 3,
  textBytes: 6,
  attempt: 7,
  status: 8,
  isAborted: 9,
  bodyBytes: 28,
  lengths: 29,
} as const;

/** The doubles of an entry, likewise; `NaN` where nothing is known. Behind them come the books, and then all the texts as one in UTF-8. */
export const DOUBLE = {
  seq: 2,
  at: 5,
  realAt: 6,
  startedAt: 7,
  engineMs: 8,
  gapMs: 9,
  realGapMs: 10,
  totalMs: 11,
  bytesSent: 12,
  requestBytes: 13,
  books: 24,
} as const;

/** How many texts an entry has; `pen.ts` and `decodeEntry.ts` name them in the same order. */
export const TEXTS = 18;
export const HEAD_BYTES = 8 * DOUBLE.books;
export const BOOK_BYTES = 4 * 8;
/** The length of a text that there is not. */
export const NO_TEXT = -1;

/** Where an entry is. What is there changes when the journal needs the room, so that nobody may keep one beyond the turn of the event loop. */
export interface EntryReference {
  readonly page: Segment;
  readonly at: number;
}

/** One of the whole numbers of an entry, or a length of its texts. */
export function intAt({ page, at }: EntryReference, field: number): number {
  return page.ints[at / 4 + field] ?? 0;
}

/** One of the doubles of an entry, or of its books. */
export function doubleAt({ page, at }: EntryReference, field: number): number {
  return page.doubles[at / 8 + field] ?? Number.NaN;
}

/** Where its texts begin. */
export function textStart(spot: EntryReference): number {
  return spot.at + HEAD_BYTES + BOOK_BYTES * intAt(spot, INT.books);
}

/** Whether it is that of a request; the request's id is the first of its texts. */
export function isOf(spot: EntryReference, requestId: string): boolean {
  const start = textStart(spot);
  const length = intAt(spot, INT.lengths);
  return length === requestId.length && spot.page.bytes.toString('latin1', start, start + length) === requestId;
}
