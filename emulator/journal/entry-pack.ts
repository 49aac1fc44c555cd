/** Entries of a short time, one behind the other, as a relay carries them. */

import {
  aligned,
  DOUBLE,
  doubleAt,
  INT,
  intAt,
  LogSegment,
  NO_TEXT,
  textStart,
  type EntryReference,
} from './entry-layout.ts';
import { endEntry, writePlace, type EntrySource } from './entry-encoder.ts';
import type { AccountName } from './log.ts';
import { retryIdentity, type RetryIdentity } from './retries.ts';
import type { AttemptCount } from './stored-entry.ts';

/** What a log has to know of an entry beside what its numbers say. */
export interface EntryAbout {
  readonly account: AccountName;
  readonly identity: RetryIdentity;
}

/** Entries that were encoded for all replicas; they get their places where they are received. */
export class EntryPack {
  /** How many there are. */
  readonly count: number;
  readonly #segment: LogSegment;
  /** Who packed the entries knows it; others read it in their texts. */
  readonly #about: readonly EntryAbout[] | undefined;

  private constructor(segment: LogSegment, count: number, about?: readonly EntryAbout[]) {
    this.#segment = segment;
    this.count = count;
    this.#about = about;
  }

  /** A copy of the entries in a segment, which may be used again. */
  static of(segment: LogSegment, about: readonly EntryAbout[]): EntryPack {
    return new EntryPack(segmentWith(segment.bytes.subarray(0, segment.end)), about.length, about);
  }

  /** Entries that came from another replica. */
  static read(bytes: Uint8Array, count: number): EntryPack {
    return new EntryPack(segmentWith(bytes), count);
  }

  get bytes(): Buffer {
    return this.#segment.bytes;
  }

  /** Calls back with each entry, to be appended with the numbers from `seq` on. */
  each(seq: number, visit: (entry: PackedEntry, nth: number) => void): void {
    let at = 0;
    for (let nth = 0; nth < this.count && at < this.#segment.end; nth += 1) {
      const place = { segment: this.#segment, at };
      visit(new PackedEntry(place, this.#about?.[nth] ?? aboutOf(place), seq + nth), nth);
      at += intAt(place, INT.size);
    }
  }
}

type Place = Pick<EntryReference, 'segment' | 'at'>;

/** An entry that was encoded elsewhere; what it gets with its place is written over. */
export class PackedEntry implements EntrySource {
  readonly captured: EntrySource['captured'];
  readonly identity: RetryIdentity;
  readonly seq: number;
  /** On the clock of the replica that it comes from, which only goes forward. */
  readonly startedAt: number;
  /** Undefined where the answer was still being sent. */
  readonly totalMs: number | undefined;
  readonly #place: Place;

  constructor(place: Place, { account, identity }: EntryAbout, seq: number) {
    const hasKey = intAt(place, INT.lengths + TEXT.idempotencyKey) !== NO_TEXT;
    this.captured = {
      account,
      at: doubleAt(place, DOUBLE.at),
      realAt: doubleAt(place, DOUBLE.realAt),
      idempotencyKey: hasKey ? '' : undefined,
    };
    const totalMs = doubleAt(place, DOUBLE.totalMs);
    this.identity = identity;
    this.startedAt = doubleAt(place, DOUBLE.arrivedMs);
    this.totalMs = Number.isNaN(totalMs) ? undefined : totalMs;
    this.#place = place;
    this.seq = seq;
  }

  fitsIn(bytes: number): boolean {
    return this.exactBytes() <= bytes;
  }

  exactBytes(): number {
    return intAt(this.#place, INT.size);
  }

  encode(segment: LogSegment, seq: number, count: AttemptCount): EntryReference {
    const { segment: from, at } = this.#place;
    const size = this.exactBytes();
    segment.doubles.set(from.doubles.subarray(at / 8, (at + size) / 8), segment.end / 8);
    writePlace(segment, seq, count);
    return endEntry(segment, seq, size);
  }
}

/** What an entry has in the place of its number until it gets one: an identity that is no text, or 0. */
export function numberOfIdentity(identity: RetryIdentity): number {
  return typeof identity === 'number' ? identity : 0;
}

/** Which of the texts is which, in the order of `entry-encoder.ts`. */
const TEXT = { account: 1, method: 4, target: 5, idempotencyKey: 6 } as const;

function aboutOf(place: Place): EntryAbout {
  const texts = firstTexts(place, TEXT.idempotencyKey + 1);
  const { [TEXT.method]: method = '', [TEXT.target]: target = '', [TEXT.idempotencyKey]: idempotencyKey } = texts;
  const line = { method, target, idempotencyKey };
  const identity = doubleAt(place, DOUBLE.seq) || retryIdentity(line, undefined);
  return { account: texts[TEXT.account] ?? null, identity };
}

/** So many of the texts of an entry. */
function firstTexts(place: Place, count: number): readonly (string | undefined)[] {
  const start = textStart(place);
  const text = place.segment.bytes.toString('utf8', start, start + intAt(place, INT.textBytes));
  let from = 0;
  return Array.from({ length: count }, (_, nth) => {
    const length = intAt(place, INT.lengths + nth);
    if (length === NO_TEXT) return undefined;
    from += length;
    return text.slice(from - length, from);
  });
}

function segmentWith(bytes: Uint8Array): LogSegment {
  const segment = new LogSegment(aligned(bytes.length));
  segment.bytes.set(bytes);
  segment.end = bytes.length;
  return segment;
}
