/** Where entries are kept: a chapter for each account, bounded by number and size, and all of them by size together. */

import type { RawEntry } from './raw-entry.ts';

export interface JournalBounds {
  readonly entriesPerAccount: number;
  readonly bytesPerAccount: number;
  readonly bytes: number;
  /** The same request is another attempt when it comes within this time of the account's clock. */
  readonly retryWindowMs: number;
}

/** `null` is the chapter of requests that reached no account. */
export type AccountName = string | null;

export interface Chapters {
  /** Gives an entry its place at the end, and makes room for it. */
  readonly append: (entry: RawEntry) => void;
  /** The entries after a cursor, the oldest first. */
  readonly after: (account: AccountName, cursor: number) => Iterable<RawEntry>;
  /** The sequence number of the newest entry that an account has lost. */
  readonly lostThrough: (account: AccountName) => number;
  readonly accounts: () => AccountName[];
  /** The sequence number of the newest entry of all. */
  readonly cursor: () => number;
  readonly clear: (account: AccountName) => void;
}

interface Chapter {
  oldest: RawEntry | undefined;
  newest: RawEntry | undefined;
  count: number;
  bytes: number;
  lostThrough: number;
  /** The last attempt at each thing, as long as it is kept. */
  readonly attempts: Map<string, RawEntry>;
}

/** Chapters with these bounds, all empty. */
export function createChapters(bounds: JournalBounds): Chapters {
  const book: Book = {
    bounds,
    chapters: new Map(),
    oldest: undefined,
    newest: undefined,
    bytes: 0,
    seq: 0,
    forgotten: 0,
  };
  return {
    append: (entry) => append(book, entry),
    after: (account, cursor) => after(book.chapters.get(account), cursor),
    lostThrough: (account) => book.chapters.get(account)?.lostThrough ?? book.forgotten,
    accounts: () => [...book.chapters.keys()],
    cursor: () => book.seq,
    clear: (account) => {
      const chapter = book.chapters.get(account);
      if (chapter === undefined) return;
      for (let left = chapter.count; left > 0; left -= 1) dropOldest(book, account, chapter);
    },
  };
}

interface Book {
  readonly bounds: JournalBounds;
  readonly chapters: Map<AccountName, Chapter>;
  oldest: RawEntry | undefined;
  newest: RawEntry | undefined;
  bytes: number;
  seq: number;
  /** The newest entry of a chapter that is no more. */
  forgotten: number;
}

function append(book: Book, entry: RawEntry): void {
  const { bounds } = book;
  const { account } = entry.facts;
  const chapter = chapterOf(book, account);
  countAttempt(chapter, entry, bounds.retryWindowMs);
  book.seq += 1;
  entry.seq = book.seq;
  link(book, chapter, entry);
  while (chapter.count > bounds.entriesPerAccount || (chapter.bytes > bounds.bytesPerAccount && chapter.count > 1))
    dropOldest(book, account, chapter);
  while (book.bytes > bounds.bytes && book.oldest !== undefined && book.oldest !== entry)
    dropAnywhere(book, book.oldest);
}

/** The oldest of all is also the oldest of its account. */
function dropAnywhere(book: Book, { facts: { account } }: RawEntry): void {
  dropOldest(book, account, chapterOf(book, account));
}

function chapterOf({ chapters, forgotten }: Book, account: AccountName): Chapter {
  const found = chapters.get(account);
  if (found !== undefined) return found;
  const chapter: Chapter = {
    oldest: undefined,
    newest: undefined,
    count: 0,
    bytes: 0,
    lostThrough: forgotten,
    attempts: new Map(),
  };
  chapters.set(account, chapter);
  return chapter;
}

function countAttempt({ attempts }: Chapter, entry: RawEntry, windowMs: number): void {
  const { identity, facts } = entry;
  const former = attempts.get(identity);
  attempts.set(identity, entry);
  if (former === undefined) return;
  const gapMs = facts.at - former.facts.at;
  // A key says outright that it is the same request; without one, what lies long ago was another occasion.
  if (facts.idempotencyKey === undefined && Math.abs(gapMs) > windowMs) return;
  entry.attempt = former.attempt + 1;
  entry.gapMs = gapMs;
  entry.realGapMs = facts.realAt - former.facts.realAt;
}

function link(book: Book, chapter: Chapter, entry: RawEntry): void {
  if (chapter.newest === undefined) chapter.oldest = entry;
  else chapter.newest.next = entry;
  chapter.newest = entry;
  chapter.count += 1;
  chapter.bytes += entry.weight;
  entry.older = book.newest;
  if (book.newest === undefined) book.oldest = entry;
  else book.newest.newer = entry;
  book.newest = entry;
  book.bytes += entry.weight;
}

function dropOldest(book: Book, account: AccountName, chapter: Chapter): void {
  const entry = chapter.oldest;
  if (entry === undefined) return;
  chapter.oldest = entry.next;
  if (chapter.oldest === undefined) chapter.newest = undefined;
  chapter.count -= 1;
  chapter.bytes -= entry.weight;
  chapter.lostThrough = entry.seq;
  if (chapter.attempts.get(entry.identity) === entry) chapter.attempts.delete(entry.identity);
  unlink(book, entry);
  if (chapter.count > 0) return;
  // An account without entries leaves nothing behind, or the names of accounts would pile up for ever.
  book.forgotten = Math.max(book.forgotten, entry.seq);
  book.chapters.delete(account);
}

function unlink(book: Book, entry: RawEntry): void {
  const { older, newer } = entry;
  if (older === undefined) book.oldest = newer;
  else older.newer = newer;
  if (newer === undefined) book.newest = older;
  else newer.older = older;
  entry.older = undefined;
  entry.newer = undefined;
  entry.next = undefined;
  book.bytes -= entry.weight;
}

function* after(chapter: Chapter | undefined, cursor: number): Generator<RawEntry> {
  for (let entry = chapter?.oldest; entry !== undefined; entry = entry.next) if (entry.seq > cursor) yield entry;
}
