/** Where entries are kept: a chapter for each account, bounded by number and size, and all of them by size together. */

import { RetryGroups, type Identity } from './retries.ts';
import { OldestFirst, type Ranked } from './oldest-first.ts';
import type { Delivery, EntryEncoder } from './entry-encoder.ts';
import { Paper } from './segments.ts';
import { DOUBLE, doubleAt, INT, intAt, isOf, type EntryReference } from './entry-layout.ts';

export interface JournalBounds {
  readonly entriesPerAccount: number;
  readonly bytesPerAccount: number;
  readonly bytes: number;
  /** The same request is another attempt when it comes within this time of the account's clock. */
  readonly retryWindowMs: number;
}

/** `null` is the chapter of requests that reached no account. */
export type AccountName = string | null;

export interface Log {
  /** Gives what a pen holds its place at the end, and makes room for it. */
  readonly append: (pen: EntryEncoder, identity: Identity) => Completion;
  /** The entries after a cursor, the oldest first. */
  readonly after: (account: AccountName, cursor: number) => EntryReference[];
  /** The entry of a request, whichever account it was for. */
  readonly find: (requestId: string) => EntryReference | undefined;
  /** The sequence number of the newest entry that an account has lost. */
  readonly evictedThrough: (account: AccountName) => number;
  readonly accounts: () => AccountName[];
  /** The sequence number of the newest entry of all. */
  readonly cursor: () => number;
  readonly clear: (account: AccountName) => void;
}

/** Adds to an entry, as long as it is kept, how its answer left. */
export type Completion = (delivery: Delivery) => void;

interface Chapter extends Ranked {
  readonly account: AccountName;
  readonly paper: Paper;
  readonly attempts: RetryGroups;
  /** What its entries weigh. */
  weight: number;
}

interface Book {
  readonly bounds: JournalBounds;
  readonly chapters: Map<AccountName, Chapter>;
  readonly byAge: OldestFirst<Chapter>;
  weight: number;
  seq: number;
  /** The newest entry of a chapter that is no more. */
  forgotten: number;
}

/** Log with these bounds, all empty. */
export function createLog(bounds: JournalBounds): Log {
  const book: Book = {
    bounds,
    chapters: new Map(),
    byAge: new OldestFirst(),
    weight: 0,
    seq: 0,
    forgotten: 0,
  };
  return {
    append: (pen, identity) => append(book, pen, identity),
    after: (account, cursor) => {
      const spots = book.chapters.get(account)?.paper.spots() ?? [];
      return spots.filter((spot) => doubleAt(spot, DOUBLE.seq) > cursor);
    },
    find: (requestId) => find(book, requestId),
    evictedThrough: (account) => book.chapters.get(account)?.paper.evictedThrough ?? book.forgotten,
    accounts: () => [...book.chapters.keys()],
    cursor: () => book.seq,
    clear: (account) => {
      const chapter = book.chapters.get(account);
      if (chapter === undefined) return;
      while (chapter.paper.count > 0) dropOldest(book, chapter);
    },
  };
}

function append(book: Book, pen: EntryEncoder, identity: Identity): Completion {
  const { bounds } = book;
  const { facts } = pen;
  const chapter = chapterOf(book, facts.account);
  const { paper, attempts } = chapter;
  book.seq += 1;
  const { seq } = book;
  const spot = paper.write(pen, { seq, count: attempts.count(identity, seq, facts) });
  const weight = intAt(spot, INT.weight);
  chapter.weight += weight;
  book.weight += weight;
  while (paper.count > bounds.entriesPerAccount || (chapter.weight > bounds.bytesPerAccount && paper.count > 1))
    dropOldest(book, chapter);
  if (book.weight > bounds.bytes) makeRoom(book);
  return (delivery) => paper.complete(spot, seq, delivery);
}

/** The oldest of all make room, whosever they are; the newest stays. */
function makeRoom(book: Book): void {
  while (book.weight > book.bounds.bytes) {
    const chapter = book.byAge.first();
    if (chapter === undefined || chapter.rank() === book.seq) return;
    dropOldest(book, chapter);
  }
}

function chapterOf(book: Book, account: AccountName): Chapter {
  const found = book.chapters.get(account);
  if (found !== undefined) return found;
  const paper = new Paper(book.forgotten);
  const rank = (): number | undefined => (paper.count > 0 ? paper.oldest.seq : undefined);
  const chapter = { account, paper, attempts: new RetryGroups(book.bounds.retryWindowMs), weight: 0, rank };
  book.chapters.set(account, chapter);
  book.byAge.add(chapter, book.seq + 1);
  return chapter;
}

function find({ chapters }: Book, requestId: string): EntryReference | undefined {
  for (const { paper } of chapters.values()) {
    const found = paper.spots().find((spot) => isOf(spot, requestId));
    if (found !== undefined) return found;
  }
  return undefined;
}

function dropOldest(book: Book, chapter: Chapter): void {
  const { account, paper, attempts } = chapter;
  const { seq, weight, thing } = paper.oldest;
  attempts.forget(thing, seq);
  chapter.weight -= weight;
  book.weight -= weight;
  paper.tearOff();
  if (paper.count > 0) return;
  // An account without entries leaves nothing behind, or the names of accounts would pile up for ever.
  book.forgotten = Math.max(book.forgotten, seq);
  book.chapters.delete(account);
  book.byAge.release();
}
