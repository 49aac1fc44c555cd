/**
 * Merges the entries of all replicas into one journal. Each replica sends its entries. On a read, each replica appends
 * all entries in the same order.
 */

import type { Captured } from './capture.ts';
import { PARTS } from './entry.ts';
import { END, writeNumbers, type ResponseEnd } from './entry-field.ts';
import { LogSegment, SEQ, type AccountName, type EntryReference } from './log-segment.ts';
import type { Log } from './log.ts';

/** Sends entries to every replica, in the same order for all replicas. */
export interface EntryRelay {
  /** Sends a message soon, or at once if many bytes wait. An entry gets a sequence number. */
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

/** Creates a sender of entries to all replicas. */
export function createSender({ publish }: Pick<EntryRelay, 'publish'>) {
  let number = 0;
  /** The number of the last entry that the relay has sent. */
  let sentThrough = 0;
  return {
    append: ({ bytes, ...about }: Captured): EntryReference => {
      number += 1;
      const segment = new LogSegment(bytes.length);
      const reference = segment.append(bytes, number);
      // The relay may copy the bytes at once.
      publish(['entry', about], segment.bytes);
      return reference;
    },
    complete: (reference: EntryReference, end: ResponseEnd): void => {
      if (reference.seq > sentThrough) writeNumbers(END, reference, end);
      else publish(['end', reference.seq, end]);
    },
    clear: (account: AccountName): void => publish(['clear', account]),
    /** Notes that the relay sends all entries now. */
    flush: (): void => {
      sentThrough = number;
    },
  };
}

/** The number of entries whose responses are still being sent. Above it, the oldest entries stay incomplete. */
const MOST_UNFINISHED = 20_000;

/** Returns a function that appends received entries to a log. */
export function createReceiver(log: Log): (received: ReceivedEntryMessage) => void {
  const unfinished = new Map<string, EntryReference>();
  return ({ message, bytes, seq, replica }) => {
    if (message[0] === 'clear') return log.clear(message[1]);
    if (message[0] === 'end') {
      const name = `${replica} ${message[1]}`;
      const reference = unfinished.get(name);
      unfinished.delete(name);
      return reference && log.complete(reference, message[2]);
    }
    const reference = log.append({ ...message[1], bytes }, seq);
    if (PARTS.totalMs(reference) !== null) return;
    unfinished.set(`${replica} ${bytes.readDoubleLE(8 * SEQ)}`, reference);
    const [oldest] = unfinished.size > MOST_UNFINISHED ? unfinished.keys() : [];
    if (oldest !== undefined) unfinished.delete(oldest);
  };
}
