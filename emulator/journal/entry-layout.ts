/**
 * How an entry lies in the bytes of a segment. Outside of the heap: thousands of entries are kept, and as objects the
 * garbage collector would copy each of them (decision 0007).
 *
 *     0        4        8          16         20       24        28     32      36           40         136
 *     +--------+--------+----------+----------+--------+---------+------+-------+------------+----------+
 *     | size   | text   | seq      | attempt  | status | ledgers | body | flags | connection | lengths  |
 *     | i32    | i32    | f64      | i32      | i32    | i32     | i32  | i32   | i32        | 24 x i32 |
 *     +--------+--------+----------+----------+--------+---------+------+-------+------------+----------+
 *
 *     136                                 216                 216 + 32 x ledgers
 *     +-----------------------------------+-------------------+---------------+--------------+---------+
 *     | `at` to `requestBytes`: 10 x f64, | ledgers:          | texts, joined | body, as     | padding |
 *     | NaN where nothing is known        | each 4 x f64      | as UTF-8      | it came      | to 8    |
 *     +-----------------------------------+-------------------+---------------+--------------+---------+
 *
 * `size` is that of the whole entry, so the next one begins behind it. `text` and `body` are their bytes, `ledgers` is
 * how many there are. `connection` is 0 where there was none. `lengths` are in UTF-16 units, one for each text in the
 * order of `entry-encoder.ts`; -1 for a text or a body that is missing.
 */

import { SENT_FIELDS } from './capture-headers.ts';

/** The 32-bit numbers, by how many such lie before them. */
export const INT = {
  size: 0,
  textBytes: 1,
  attempt: 4,
  status: 5,
  ledgers: 6,
  bodyBytes: 7,
  flags: 8,
  connection: 9,
  lengths: 10,
} as const;

/** The 64-bit numbers, likewise. */
export const DOUBLE = {
  seq: 1,
  at: 17,
  realAt: 18,
  arrivedMs: 19,
  engineMs: 20,
  gapMs: 21,
  realGapMs: 22,
  realPauseMs: 23,
  totalMs: 24,
  bytesSent: 25,
  requestBytes: 26,
  ledgers: 27,
} as const;

/** The bits of `flags`; from `late` on the number of a late problem, counted from 1. */
export const FLAG = { isAborted: 1, hasAuthorization: 2, late: 4 } as const;

/** The number of texts of an entry. The encoder and the decoder take them in the same order. */
export const TEXTS = 14 + SENT_FIELDS.length;
export const HEAD_BYTES = 8 * DOUBLE.ledgers;
export const LEDGER_BYTES = 4 * 8;
/** The length of a text that is missing. */
export const NO_TEXT = -1;

/** Entries begin where doubles may lie. */
export function aligned(size: number): number {
  return Math.ceil(size / 8) * 8;
}

/** A stretch of bytes that entries of one account are appended to. It is evicted as a whole, and then used again. */
export class LogSegment {
  readonly bytes: Buffer;
  readonly ints: Int32Array;
  readonly doubles: Float64Array;
  /** Of the entries in it; while it is empty no number is as high. */
  firstSeq = Infinity;
  lastSeq = 0;
  entries = 0;
  /** Where the next entry goes. */
  end = 0;

  constructor(capacity: number) {
    const buffer = new ArrayBuffer(aligned(capacity));
    this.bytes = Buffer.from(buffer);
    this.ints = new Int32Array(buffer);
    this.doubles = new Float64Array(buffer);
  }

  get capacity(): number {
    return this.bytes.length;
  }

  /** Forgets the entries; references to them are void from now on. */
  reset(): void {
    this.firstSeq = Infinity;
    this.entries = 0;
    this.end = 0;
  }
}

/** Where an entry is, for as long as it is kept. */
export interface EntryReference {
  readonly segment: LogSegment;
  readonly at: number;
  readonly seq: number;
}

/** Whether the entry is still there: numbers only grow, so a segment that was used again begins higher. */
export function isKept({ segment, seq }: EntryReference): boolean {
  return seq >= segment.firstSeq;
}

/** A 32-bit number of an entry, or the length of one of its texts. */
export function intAt({ segment, at }: Pick<EntryReference, 'segment' | 'at'>, field: number): number {
  return segment.ints[at / 4 + field] ?? 0;
}

/** A 64-bit number of an entry, or one of a ledger. */
export function doubleAt({ segment, at }: Pick<EntryReference, 'segment' | 'at'>, field: number): number {
  return segment.doubles[at / 8 + field] ?? Number.NaN;
}

/** Where its texts begin. */
export function textStart(reference: EntryReference): number {
  return reference.at + HEAD_BYTES + LEDGER_BYTES * intAt(reference, INT.ledgers);
}

/** All entries of a segment behind a sequence number. */
export function entriesIn(segment: LogSegment, after = 0): EntryReference[] {
  const references: EntryReference[] = [];
  if (segment.lastSeq <= after) return references;
  for (let at = 0; at < segment.end; at += intAt({ segment, at }, INT.size)) {
    const seq = doubleAt({ segment, at }, DOUBLE.seq);
    if (seq > after) references.push({ segment, at, seq });
  }
  return references;
}

/** Whether it is the entry of a request: the request's id is the first of its texts. */
export function hasRequestId(reference: EntryReference, requestId: string): boolean {
  if (intAt(reference, INT.lengths) !== requestId.length) return false;
  const start = textStart(reference);
  return reference.segment.bytes.toString('latin1', start, start + requestId.length) === requestId;
}
