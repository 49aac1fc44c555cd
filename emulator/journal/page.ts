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

/** Where an entry is. What is there changes when the journal needs the room, so that nobody may keep one beyond the turn of the event loop. */
export interface Spot {
  readonly page: Page;
  readonly at: number;
}

/** Its sequence number. */
export function seqAt({ page, at }: Spot): number {
  return page.view.getFloat64(at + FIELD.seq);
}

/** How many bytes it has. */
export function sizeAt({ page, at }: Spot): number {
  return page.view.getInt32(at + FIELD.size);
}

/** What it takes of the bounds. */
export function weightAt({ page, at }: Spot): number {
  return page.view.getInt32(at + FIELD.weight);
}

/** The number of the thing that it was an attempt at. */
export function thingAt({ page, at }: Spot): number {
  return page.view.getInt32(at + FIELD.thing);
}

/** Whether it is that of a request; the request's id is the first of its texts. */
export function isOf({ page, at }: Spot, requestId: string): boolean {
  const { bytes, view } = page;
  const length = view.getInt32(at + FIELD.lengths);
  const start = at + HEAD_BYTES + BOOK_BYTES * view.getInt32(at + FIELD.books);
  return length === requestId.length && bytes.toString('latin1', start, start + length) === requestId;
}
