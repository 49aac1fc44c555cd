/**
 * Merges the entries of all replicas into one journal. Each replica sends its entries. On a read, each replica appends
 * all entries in the same order.
 */

import type { ResponseEnd } from './answered-request.ts';
import type { Captured } from './capture.ts';
import type { AccountName, Appended, Log } from './log.ts';
import { HEAD, isKept, LogSegment, numberAt, writeResponseEnd, type EntryReference } from './log-segment.ts';

/** Sends entries to every replica, in the same order for all replicas. */
export interface EntryRelay {
  /** Sends a message. Each of its entries gets a sequence number. */
  readonly publish: (message: EntryMessage, bytes?: Buffer, entries?: number) => void;
  /** Requests a call of `flush` within a short time. */
  readonly soon: () => void;
  /** Resolves once this replica has received all earlier messages. */
  readonly sync: () => Promise<void>;
  /** Receives messages until the returned function is called. */
  readonly follow: () => () => void;
}

/**
 * `entries` counts the entries of its replica: `first` is the number of the first new entry. `end` completes an earlier
 * entry. `clear` deletes the entries of an account.
 */
export type EntryMessage =
  | readonly [kind: 'entries', first: number, about: readonly EntryAbout[]]
  | readonly [kind: 'end', account: AccountName, number: number, end: ResponseEnd]
  | readonly [kind: 'clear', account: AccountName];

/** The facts about an entry in addition to its bytes. */
export type EntryAbout = Omit<Captured, 'bytes'>;

/** A received message. */
export interface ReceivedEntryMessage {
  readonly message: EntryMessage;
  readonly bytes: Buffer;
  /** The sequence number of the first entry. It is greater than the numbers of all earlier messages. */
  readonly seq: number;
  /** The sender. */
  readonly replica: string;
}

const MOST_ENTRIES = 256;
/** The maximum size of a pack. A double pack takes more than twice as long to send (decision 0015). */
const PACK_BYTES = 65_536;

/** A packed entry. */
export interface Packed {
  readonly number: number;
  readonly reference: EntryReference;
}

/** Packs the entries of a short time into one message. */
export class EntryPacker {
  readonly #relay: Pick<EntryRelay, 'publish' | 'soon'>;
  #pack = new LogSegment(PACK_BYTES);
  #about: EntryAbout[] = [];
  /** The number of the first entry in the pack. */
  #first = 1;

  constructor(relay: Pick<EntryRelay, 'publish' | 'soon'>) {
    this.#relay = relay;
  }

  /** Adds an entry. */
  add({ bytes, ...about }: Captured): Packed {
    if (this.#about.length >= MOST_ENTRIES || !this.#pack.hasRoomFor(bytes)) this.flush();
    if (!this.#pack.hasRoomFor(bytes)) this.#pack = new LogSegment(2 * bytes.length);
    const number = this.#first + this.#about.length;
    this.#about.push(about);
    this.#relay.soon();
    return { number, reference: this.#pack.append(bytes, number) };
  }

  /** Sends the outcome of a response, together with its entry if possible. */
  end({ number, reference }: Packed, account: AccountName, end: ResponseEnd): void {
    if (number >= this.#first) writeResponseEnd(reference, end);
    else this.#relay.publish(['end', account, number, end]);
  }

  /** Sends the packed entries. */
  flush(): void {
    const about = this.#about;
    if (about.length === 0) return;
    const first = this.#first;
    this.#first += about.length;
    this.#about = [];
    const bytes = Buffer.from(this.#pack.bytes.subarray(0, this.#pack.end));
    this.#pack.reset();
    this.#relay.publish(['entries', first, about], bytes, about.length);
  }
}

/** The number of entries whose responses are still being sent. Above it, the oldest entries stay incomplete. */
const MOST_UNFINISHED = 20_000;

interface Unfinished {
  readonly appended: Appended;
  readonly startedAt: number;
}

/** Receives an entry that was added or completed. */
type OnEntry = (account: AccountName, reference: EntryReference, isNew: boolean) => void;

/** Appends received entries. */
export class EntryReceiver {
  readonly #log: Log;
  readonly #unfinished = new Map<string, Unfinished>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Appends the entries of a message, and calls back with each entry that was added or completed. */
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
    const [, first, abouts] = message;
    let at = 0;
    for (const [nth, about] of abouts.entries()) {
      const size = bytes.readDoubleLE(at + 8 * HEAD.size);
      const appended = this.#log.append({ ...about, bytes: bytes.subarray(at, at + size) }, seq + nth);
      at += size;
      const totalMs = numberAt(appended.reference, HEAD.totalMs);
      const { account, startedAt } = about;
      if (totalMs === undefined) this.#expectEnd(`${replica} ${first + nth}`, { appended, startedAt });
      else appended.group.endedAt = startedAt + totalMs;
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

/** Adds the end of a response to its entry. The retry group gets it if this attempt is the latest. */
export function completeEntry({ reference, group }: Appended, end: ResponseEnd, startedAt: number): void {
  if (isKept(reference)) writeResponseEnd(reference, end);
  if (group.seq === reference.seq) group.endedAt = startedAt + end.totalMs;
}
