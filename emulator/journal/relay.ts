/**
 * Entries of all replicas in one journal: each is sent to every replica, the own one too, and appended where it is
 * received. So all of them append the same entries in the same order.
 */

import type { EntryEncoder, EntrySource } from './entry-encoder.ts';
import { endEntry, writePlace, writeResponseEnd } from './entry-encoder.ts';
import { aligned, DOUBLE, INT, isKept, LogSegment, NO_TEXT, type EntryReference } from './entry-layout.ts';
import type { AccountName, Appended, Log } from './log.ts';
import type { RetryIdentity } from './retries.ts';
import type { AttemptCount, ResponseEnd } from './stored-entry.ts';

/** Carries entries to every replica, in one order that is the same for all. */
export interface EntryRelay {
  readonly publish: (message: EntryMessage, bytes?: Buffer) => void;
  /** Resolves once all that was published before, by any replica, has been received. */
  readonly sync: () => Promise<void>;
}

/** A new entry, with what its bytes do not say; how the answer of an earlier one left; or an account to clear. */
export type EntryMessage =
  | readonly [
      kind: 'entry',
      account: AccountName,
      number: number,
      identity: RetryIdentity,
      startedAt: number,
      end: ResponseEnd | null,
    ]
  | readonly [kind: 'end', account: AccountName, number: number, startedAt: number, end: ResponseEnd]
  | readonly [kind: 'clear', account: AccountName];

/** A message as it was received. */
export interface ReceivedEntryMessage {
  readonly message: EntryMessage;
  readonly bytes: Buffer;
  /** Greater than of all messages before. */
  readonly seq: number;
  /** Who sent it. */
  readonly replica: string;
}

/** Has its place where it is received. */
const NO_COUNT: AttemptCount = { attempt: 0, gapMs: undefined, realGapMs: undefined, realPauseMs: undefined };

/** Encodes entries for sending; one at a time. */
export class EntryPacker {
  #scratch = new LogSegment(4096);
  #packed = 0;

  /** The number of the next entry. */
  next(): number {
    this.#packed += 1;
    return this.#packed;
  }

  /** The bytes of the entry that an encoder has. */
  pack(encoder: EntryEncoder): Buffer {
    const size = encoder.exactBytes();
    if (size > this.#scratch.capacity) this.#scratch = new LogSegment(2 * size);
    this.#scratch.reset();
    encoder.encode(this.#scratch, 0, NO_COUNT);
    return Buffer.from(this.#scratch.bytes.subarray(0, this.#scratch.end));
  }
}

/** Entries of which it is not known yet how their answers left; beyond so many the oldest are given up. */
const MOST_UNFINISHED = 20_000;

/** Appends what is received. */
export class EntryReceiver {
  readonly #log: Log;
  readonly #unfinished = new Map<string, Appended>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** The entry that was added or completed; nothing where it is not kept any more. */
  receive({ message, bytes, seq, replica }: ReceivedEntryMessage): EntryReference | undefined {
    if (message[0] === 'clear') {
      this.#log.clear(message[1]);
      return undefined;
    }
    const sent = `${replica} ${message[2]}`;
    if (message[0] === 'entry') {
      const [, account, , identity, startedAt, end] = message;
      const appended = this.#log.append(new PackedEntry(account, bytes, seq), identity, startedAt);
      if (end === null) this.#expectEnd(sent, appended);
      else completeEntry(appended, end, startedAt);
      return appended.reference;
    }
    const appended = this.#unfinished.get(sent);
    this.#unfinished.delete(sent);
    if (appended === undefined) return undefined;
    const [, , , startedAt, end] = message;
    completeEntry(appended, end, startedAt);
    return isKept(appended.reference) ? appended.reference : undefined;
  }

  #expectEnd(sent: string, appended: Appended): void {
    this.#unfinished.set(sent, appended);
    const [oldest] = this.#unfinished.size > MOST_UNFINISHED ? this.#unfinished.keys() : [];
    if (oldest !== undefined) this.#unfinished.delete(oldest);
  }
}

/** Adds how an answer left, if its entry is still there and no later attempt has come meanwhile. */
export function completeEntry({ reference, group }: Appended, end: ResponseEnd, startedAt: number): void {
  if (isKept(reference)) writeResponseEnd(reference, end);
  if (group.seq === reference.seq) group.endedAt = startedAt + end.totalMs;
}

/** An entry that was encoded elsewhere; what it gets with its place is written over. */
class PackedEntry implements EntrySource {
  readonly captured: EntrySource['captured'];
  readonly seq: number;
  readonly #bytes: Buffer;

  constructor(account: AccountName, bytes: Buffer, seq: number) {
    const hasKey = bytes.readInt32LE(4 * (INT.lengths + KEY_TEXT)) !== NO_TEXT;
    const [at, realAt] = [bytes.readDoubleLE(8 * DOUBLE.at), bytes.readDoubleLE(8 * DOUBLE.realAt)];
    this.captured = { account, at, realAt, idempotencyKey: hasKey ? '' : undefined };
    this.#bytes = bytes;
    this.seq = seq;
  }

  fitsIn(bytes: number): boolean {
    return this.#bytes.length <= bytes;
  }

  exactBytes(): number {
    return aligned(this.#bytes.length);
  }

  encode(segment: LogSegment, seq: number, count: AttemptCount): EntryReference {
    segment.bytes.set(this.#bytes, segment.end);
    writePlace(segment, seq, count);
    return endEntry(segment, seq, this.#bytes.length);
  }
}

/** Which of the texts is the Idempotency-Key, in the order of `entry-encoder.ts`. */
const KEY_TEXT = 6;
