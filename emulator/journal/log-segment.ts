/**
 * Stores the bytes of journal entries in segments. The segments are outside of the heap, because the garbage collector
 * would copy each of thousands of entries (decision 0007). An entry is a row of 64-bit numbers, its texts as UTF-8, and
 * padding with zeros to a multiple of 8 bytes. `HEAD` lists the first numbers. `entry-bytes.ts` encodes and decodes the
 * other numbers and the texts.
 */

import { BODY_PROBLEMS, type ResponseEnd } from './answered-request.ts';

/** The numbers that are written after the capture of a request, by position. NaN: unknown. */
export const HEAD = {
  /** The bytes of the whole entry. */
  size: 0,
  seq: 1,
  attempt: 2,
  gapMs: 3,
  realGapMs: 4,
  realPauseMs: 5,
  bytesSent: 6,
  isAborted: 7,
  totalMs: 8,
  /** The index of the problem in `BODY_PROBLEMS`. */
  bodyProblem: 9,
} as const;
export const HEAD_NUMBERS = Object.keys(HEAD).length;

/** The position of a request among the attempts at the same operation. */
export interface AttemptCount {
  readonly attempt: number;
  /** The time since the previous start, on the account's and the machine's clock. Undefined for the first attempt. */
  readonly gapMs: number | undefined;
  readonly realGapMs: number | undefined;
  /** The time since the previous response ended. Undefined if that response was still being sent. */
  readonly realPauseMs: number | undefined;
}

/** Rounds a size up, because entries begin at a multiple of the size of a number. */
export function aligned(size: number): number {
  return Math.ceil(size / 8) * 8;
}

/** A buffer to which entries of one account are appended. It is evicted as a whole, and then reused. */
export class LogSegment {
  readonly bytes: Buffer;
  readonly numbers: Float64Array;
  /** The sequence number of the first entry. Infinity while the segment is empty. */
  firstSeq = Infinity;
  lastSeq = 0;
  entries = 0;
  /** The position of the next entry. */
  end = 0;
  /** The sequence number of the account's last entry before this segment, or 0. */
  previousSeq = 0;

  constructor(capacity: number) {
    const buffer = new ArrayBuffer(aligned(capacity));
    this.bytes = Buffer.from(buffer);
    this.numbers = new Float64Array(buffer);
  }

  get capacity(): number {
    return this.bytes.length;
  }

  hasRoomFor(bytes: Uint8Array): boolean {
    return bytes.length <= this.capacity - this.end;
  }

  /** Appends the bytes of an entry. The segment must have room for them. */
  append(bytes: Uint8Array, seq: number): EntryReference {
    const at = this.end;
    this.bytes.set(bytes, at);
    this.numbers[at / 8 + HEAD.seq] = seq;
    this.count(bytes.length, seq);
    return { segment: this, at, seq };
  }

  /** Counts an entry whose bytes are in the segment. */
  count(size: number, seq: number): void {
    this.end += size;
    if (this.entries === 0) this.firstSeq = seq;
    this.lastSeq = seq;
    this.entries += 1;
  }

  /** Removes all entries. All references to them become invalid. */
  reset(): void {
    this.firstSeq = Infinity;
    this.entries = 0;
    this.end = 0;
  }
}

/** The position of an entry. It is valid while `isKept` returns true. */
export interface EntryReference {
  readonly segment: LogSegment;
  readonly at: number;
  readonly seq: number;
}

/** Returns whether an entry still exists. Entries of a reused segment have greater sequence numbers. */
export function isKept({ segment, seq }: EntryReference): boolean {
  return seq >= segment.firstSeq;
}

type Place = Pick<EntryReference, 'segment' | 'at'>;

/** Reads a number of an entry. Returns undefined if the number is unknown. */
export function numberAt({ segment, at }: Place, field: number): number | undefined {
  const number = segment.numbers[at / 8 + field];
  return number === undefined || Number.isNaN(number) ? undefined : number;
}

export function sizeAt(place: Place): number {
  return numberAt(place, HEAD.size) ?? 0;
}

/** Writes the attempt of an entry. */
export function writeAttempt({ segment, at }: Place, count: AttemptCount): void {
  const first = at / 8;
  segment.numbers[first + HEAD.attempt] = count.attempt;
  segment.numbers[first + HEAD.gapMs] = count.gapMs ?? Number.NaN;
  segment.numbers[first + HEAD.realGapMs] = count.realGapMs ?? Number.NaN;
  segment.numbers[first + HEAD.realPauseMs] = count.realPauseMs ?? Number.NaN;
}

/** Writes the outcome of sending the response of an entry. */
export function writeResponseEnd({ segment, at }: Place, { bytesSent, isAborted, totalMs, late }: ResponseEnd): void {
  const first = at / 8;
  segment.numbers[first + HEAD.bytesSent] = bytesSent;
  segment.numbers[first + HEAD.isAborted] = Number(isAborted);
  segment.numbers[first + HEAD.totalMs] = totalMs;
  if (late !== undefined) segment.numbers[first + HEAD.bodyProblem] = BODY_PROBLEMS.indexOf(late);
}

/** Returns the entries of a segment after a sequence number. */
export function entriesIn(segment: LogSegment, after = 0): EntryReference[] {
  const references: EntryReference[] = [];
  if (segment.lastSeq <= after) return references;
  for (let at = 0; at < segment.end; at += sizeAt({ segment, at })) {
    const seq = numberAt({ segment, at }, HEAD.seq) ?? 0;
    if (seq > after) references.push({ segment, at, seq });
  }
  return references;
}
