/**
 * Stores the bytes of journal entries in segments. The segments are outside of the heap, because the garbage collector
 * would copy each of thousands of entries (decision 0007). An entry is a row of 64-bit numbers, its texts as UTF-8, and
 * padding with zeros to a multiple of 8 bytes. Its first two numbers are its size in bytes and its sequence number.
 */

/** The name of an account, or null for requests that did not reach an account. */
export type AccountName = string | null;

/** The positions of the first two numbers of an entry. */
const SIZE = 0;
export const SEQ = 1;
/** The position of the first number of a field. */
export const FIRST_NUMBER = 2;

/** Rounds a size up, because entries begin at a multiple of the size of a number. */
export function aligned(size: number): number {
  return Math.ceil(size / 8) * 8;
}

/** A buffer to which entries of one account are appended. It is evicted as a whole. */
export class LogSegment {
  readonly account: AccountName;
  /** The sequence number of the account's last entry before this segment, or 0. */
  readonly previousSeq: number;
  readonly bytes: Buffer;
  readonly numbers: Float64Array;
  /** The sequence number of the first entry. Infinity while the segment is empty. */
  firstSeq = Infinity;
  lastSeq = 0;
  entries = 0;
  /** The position of the next entry. */
  end = 0;
  isEvicted = false;

  /** Creates a segment with a capacity in bytes, or with the memory of an evicted segment. */
  constructor(memory: number | Buffer, account: AccountName = null, previousSeq = 0) {
    this.account = account;
    this.previousSeq = previousSeq;
    this.bytes = typeof memory === 'number' ? Buffer.allocUnsafeSlow(aligned(memory)) : memory;
    this.numbers = new Float64Array(this.bytes.buffer);
  }

  /** Appends the bytes of an entry. The segment must have room for them. */
  append(bytes: Uint8Array, seq: number): EntryReference {
    const at = this.end;
    this.bytes.set(bytes, at);
    this.numbers[at / 8 + SIZE] = bytes.length;
    this.numbers[at / 8 + SEQ] = seq;
    this.end += bytes.length;
    if (this.entries === 0) this.firstSeq = seq;
    this.lastSeq = seq;
    this.entries += 1;
    return { segment: this, at, seq };
  }

  /** Appends entries from a segment of an earlier process. Bytes that do not look like an entry end the list. */
  appendAll(bytes: Buffer): void {
    for (let at = 0; at + 8 * FIRST_NUMBER <= bytes.length; at = this.end) {
      const [size, seq] = [bytes.readDoubleLE(at + 8 * SIZE), bytes.readDoubleLE(at + 8 * SEQ)];
      const isEntry = size > 0 && size === aligned(size) && at + size <= bytes.length && seq > this.lastSeq;
      if (!isEntry) return;
      this.append(bytes.subarray(at, at + size), seq);
    }
  }
}

/** The position of an entry in a segment. It is valid while `isKept` returns true. */
export interface EntryReference {
  readonly segment: LogSegment;
  readonly at: number;
  readonly seq: number;
}

export type Place = Pick<EntryReference, 'segment' | 'at'>;

/** Returns whether an entry still exists. */
export function isKept({ segment }: EntryReference): boolean {
  return !segment.isEvicted;
}

/** Reads a number of an entry. Returns null if the number is unknown. */
export function numberAt({ segment, at }: Place, position: number): number | null {
  const number = segment.numbers[at / 8 + position];
  return number === undefined || Number.isNaN(number) ? null : number;
}

/** Returns the end of the bytes of an entry. */
export function endOf(place: Place): number {
  return place.at + (numberAt(place, SIZE) ?? 0);
}

/** Returns the entries of a segment after a sequence number. */
export function entriesIn(segment: LogSegment, after = 0): EntryReference[] {
  const references: EntryReference[] = [];
  if (segment.lastSeq <= after) return references;
  for (let at = 0; at < segment.end; at = endOf({ segment, at })) {
    const seq = numberAt({ segment, at }, SEQ) ?? 0;
    if (seq > after) references.push({ segment, at, seq });
  }
  return references;
}
