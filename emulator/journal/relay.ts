/**
 * Entries of all replicas in one journal: each is sent to every replica, the own one too, and appended where it is
 * received. So all of them append the same entries in the same order.
 */

import { setTimeout } from 'node:timers';
import type { EntryEncoder, EntrySource } from './entry-encoder.ts';
import { endEntry, writePlace, writeResponseEnd } from './entry-encoder.ts';
import { aligned, DOUBLE, INT, isKept, LogSegment, NO_TEXT, type EntryReference } from './entry-layout.ts';
import type { AccountName, Appended, Log } from './log.ts';
import type { RetryIdentity } from './retries.ts';
import type { AttemptCount, ResponseEnd } from './stored-entry.ts';

/** Carries entries to every replica, in one order that is the same for all. */
export interface EntryRelay {
  /** Sends a message that stands for so many entries: each gets a number of its own. */
  readonly publish: (message: EntryMessage, bytes?: Buffer, entries?: number) => void;
  /** Resolves once all that was published before, by any replica, has been received. */
  readonly sync: () => Promise<void>;
}

/**
 * New entries, with what their bytes do not say: which number the first has among those of its replica, then of each
 * its account and what identifies it; how the answer of an earlier one left; or an account to clear.
 */
export type EntryMessage =
  | readonly [kind: 'entries', first: number, about: readonly EntryAbout[]]
  | readonly [kind: 'end', account: AccountName, number: number, end: ResponseEnd]
  | readonly [kind: 'clear', account: AccountName];

export type EntryAbout = readonly [account: AccountName, identity: RetryIdentity];

/** A message as it was received. */
export interface ReceivedEntryMessage {
  readonly message: EntryMessage;
  readonly bytes: Buffer;
  /** Of the first entry; greater than of all messages before. */
  readonly seq: number;
  /** Who sent it. */
  readonly replica: string;
}

/** Has its place where it is received. */
const NO_COUNT: AttemptCount = { attempt: 0, gapMs: undefined, realGapMs: undefined, realPauseMs: undefined };

/**
 * How long an entry may wait for others that go with it: a message for each would cost more than its request. A process
 * that is killed loses the entries of that time.
 */
const DELAY_MS = 10;
const MOST_ENTRIES = 256;
/** Twice as many take more than twice as long to send (decision 0015). */
const PACK_BYTES = 65_536;

/** Captured now: timers may be faked later, as in some tests. */
const wait = setTimeout;

/** An entry that was packed. */
export interface Packed {
  readonly number: number;
  readonly reference: EntryReference;
}

/** Packs the entries of a short time into one message. */
export class EntryPacker {
  readonly #publish: EntryRelay['publish'];
  #pack = new LogSegment(PACK_BYTES);
  #about: EntryAbout[] = [];
  /** The number of the first entry that is in the pack, or will be. */
  #first = 1;
  #isDue = false;

  constructor(publish: EntryRelay['publish']) {
    this.#publish = publish;
  }

  /** Adds the entry that an encoder has. */
  add(encoder: EntryEncoder, identity: RetryIdentity): Packed {
    const size = encoder.exactBytes();
    if (this.#about.length >= MOST_ENTRIES || size > this.#pack.capacity - this.#pack.end) this.flush();
    if (size > this.#pack.capacity) this.#pack = new LogSegment(2 * size);
    const number = this.#first + this.#about.length;
    const reference = encoder.encode(this.#pack, 0, NO_COUNT);
    this.#about.push([encoder.captured.account, identity]);
    if (!this.#isDue) {
      this.#isDue = true;
      wait(() => this.flush(), DELAY_MS).unref();
    }
    return { number, reference };
  }

  /** Tells how the answer of an entry left: with the entry, if that was not sent yet. */
  end({ number, reference }: Packed, account: AccountName, end: ResponseEnd): void {
    if (number >= this.#first) writeResponseEnd(reference, end);
    else this.#publish(['end', account, number, end]);
  }

  /** Sends what was packed. */
  flush(): void {
    this.#isDue = false;
    const about = this.#about;
    if (about.length === 0) return;
    const first = this.#first;
    this.#first += about.length;
    this.#about = [];
    const bytes = Buffer.from(this.#pack.bytes.subarray(0, this.#pack.end));
    this.#pack.reset();
    this.#publish(['entries', first, about], bytes, about.length);
  }
}

/** Entries of which it is not known yet how their answers left; beyond so many the oldest are given up. */
const MOST_UNFINISHED = 20_000;

interface Unfinished {
  readonly appended: Appended;
  readonly startedAt: number;
}

/** Hears of an entry that was added, or else completed. */
type OnEntry = (account: AccountName, reference: EntryReference, isNew: boolean) => void;

/** Appends what is received. */
export class EntryReceiver {
  readonly #log: Log;
  readonly #unfinished = new Map<string, Unfinished>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Calls back with each entry that was added or completed and is still kept. */
  receive({ message, bytes, seq, replica }: ReceivedEntryMessage, onEntry: OnEntry): void {
    if (message[0] === 'clear') return this.#log.clear(message[1]);
    if (message[0] === 'end') {
      const [, account, number, end] = message;
      const appended = this.#takeUnfinished(`${replica} ${number}`);
      if (appended === undefined) return;
      completeEntry(appended.appended, end, appended.startedAt);
      const { reference } = appended.appended;
      if (isKept(reference)) onEntry(account, reference, false);
      return;
    }
    const [, first, about] = message;
    let at = 0;
    for (const [nth, [account, identity]] of about.entries()) {
      const entry = new PackedEntry(account, bytes.subarray(at, at + sizeOfEntry(bytes, at)), seq + nth);
      at += entry.exactBytes();
      const appended = this.#log.append(entry, identity, entry.startedAt);
      if (entry.totalMs === undefined)
        this.#expectEnd(`${replica} ${first + nth}`, { appended, startedAt: entry.startedAt });
      else appended.group.endedAt = entry.startedAt + entry.totalMs;
      onEntry(account, appended.reference, true);
    }
  }

  #expectEnd(sent: string, unfinished: Unfinished): void {
    this.#unfinished.set(sent, unfinished);
    const [oldest] = this.#unfinished.size > MOST_UNFINISHED ? this.#unfinished.keys() : [];
    if (oldest !== undefined) this.#unfinished.delete(oldest);
  }

  #takeUnfinished(sent: string): Unfinished | undefined {
    const unfinished = this.#unfinished.get(sent);
    this.#unfinished.delete(sent);
    return unfinished;
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
  /** On the clock of the replica that it comes from, which only goes forward. */
  readonly startedAt: number;
  /** Undefined where the answer was still being sent. */
  readonly totalMs: number | undefined;
  readonly #bytes: Buffer;

  constructor(account: AccountName, bytes: Buffer, seq: number) {
    const hasKey = bytes.readInt32LE(4 * (INT.lengths + KEY_TEXT)) !== NO_TEXT;
    const [at, realAt] = [bytes.readDoubleLE(8 * DOUBLE.at), bytes.readDoubleLE(8 * DOUBLE.realAt)];
    this.captured = { account, at, realAt, sent: { idempotencyKey: hasKey ? '' : undefined } };
    const totalMs = bytes.readDoubleLE(8 * DOUBLE.totalMs);
    this.startedAt = bytes.readDoubleLE(8 * DOUBLE.arrivedMs);
    this.totalMs = Number.isNaN(totalMs) ? undefined : totalMs;
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

function sizeOfEntry(bytes: Buffer, at: number): number {
  return bytes.readInt32LE(at + 4 * INT.size);
}

/** Which of the texts is the Idempotency-Key, in the order of `entry-encoder.ts`. */
const KEY_TEXT = 6;
