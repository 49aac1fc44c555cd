/**
 * Merges the entries of all replicas into one journal. Each replica sends its entries. On a read, each replica appends
 * all entries in the same order.
 */

import type { ResponseEnd } from './answered-request.ts';
import type { Captured } from './capture.ts';
import { HEAD, LogSegment, numberAt, writeResponseEnd, type EntryReference } from './log-segment.ts';
import type { AccountName, Appended, Log } from './log.ts';

/** Sends entries to every replica, in the same order for all replicas. */
export interface EntryRelay {
  /** Sends a message soon. An entry gets a sequence number. The bytes may change until they are sent. */
  readonly publish: (message: EntryMessage, bytes?: Buffer) => void;
  /** Resolves once this replica has received all earlier messages. */
  readonly sync: () => Promise<void>;
  /** Receives messages until the returned function is called. */
  readonly follow: () => () => void;
}

/**
 * A replica numbers its entries, and the bytes of an entry contain its number. `end` completes an earlier entry with
 * this number. `clear` deletes the entries of an account.
 */
export type EntryMessage =
  | readonly [kind: 'entry', about: Omit<Captured, 'bytes'>]
  | readonly [kind: 'end', number: number, end: ResponseEnd]
  | readonly [kind: 'clear', account: AccountName];

/** A received message. */
export interface ReceivedEntryMessage {
  readonly message: EntryMessage;
  readonly bytes: Buffer;
  /** The sequence number of an entry. It is greater than the numbers of all earlier messages. */
  readonly seq: number;
  /** The sender. */
  readonly replica: string;
}

/** Sends entries to all replicas. */
export class EntrySender {
  readonly #publish: EntryRelay['publish'];
  /** The entries that the relay has not sent yet. */
  #unsent = new Set<EntryReference>();
  #number = 0;

  constructor({ publish }: Pick<EntryRelay, 'publish'>) {
    this.#publish = publish;
  }

  append({ bytes, ...about }: Captured): Appended {
    this.#number += 1;
    const segment = new LogSegment(bytes.length);
    const reference = segment.append(bytes, this.#number);
    this.#unsent.add(reference);
    this.#publish(['entry', about], segment.bytes);
    const complete = (end: ResponseEnd): void => {
      if (this.#unsent.has(reference)) writeResponseEnd(reference, end);
      else this.#publish(['end', reference.seq, end]);
    };
    return { reference, complete };
  }

  /** Notes that the relay sends all entries now. */
  flush(): void {
    this.#unsent = new Set();
  }
}

/** The number of entries whose responses are still being sent. Above it, the oldest entries stay incomplete. */
const MOST_UNFINISHED = 20_000;

/** Returns a function that appends received entries to a log. */
export function createReceiver(log: Log): (received: ReceivedEntryMessage) => void {
  const unfinished = new Map<string, Appended>();
  return ({ message, bytes, seq, replica }) => {
    if (message[0] === 'clear') return log.clear(message[1]);
    if (message[0] === 'end') {
      const [, number, end] = message;
      unfinished.get(`${replica} ${number}`)?.complete(end);
      unfinished.delete(`${replica} ${number}`);
      return;
    }
    const appended = log.append({ ...message[1], bytes }, seq);
    if (numberAt(appended.reference, HEAD.totalMs) !== undefined) return;
    unfinished.set(`${replica} ${bytes.readDoubleLE(8 * HEAD.seq)}`, appended);
    const [oldest] = unfinished.size > MOST_UNFINISHED ? unfinished.keys() : [];
    if (oldest !== undefined) unfinished.delete(oldest);
  };
}
