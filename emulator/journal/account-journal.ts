/** One account's part of the journal, and all that can be asked of it. */

import type { Store } from '../domain/store.ts';
import type { Notifier } from './notifier.ts';
import type { AccountName, Log } from './log.ts';
import { toEntry, type Entry } from './entry.ts';
import { explain } from './explain.ts';
import { toMatcher, type Query } from './filter.ts';
import { toHar, type Har } from './har.ts';
import type { StoredEntry } from './stored-entry.ts';
import { findSequence, type SequenceReport } from './sequence.ts';
import { decodeEntry } from './entry-decoder.ts';
import { waitFor, type WaitOptions, type WaitReport, type Wish } from './wait.ts';

export interface AccountJournal {
  /** The entries that match, the oldest first, in the order in which they were answered. */
  entries(query?: Query): Entry[];
  count(query?: Query): number;
  /** The newest entry that matches. */
  find(query: Query): Entry | undefined;
  /** Whether entries match these queries in this order; others may lie between them. */
  sequence(queries: readonly Query[]): SequenceReport;
  /** What came after a cursor (0 is the start), and the cursor for the next time. */
  since(cursor: number, query?: Query): Since;
  /** Resolves as soon as the wish holds, or with what came closest when the time is over. It does not poll. */
  wait(wish: Wish, options: WaitOptions): Promise<WaitReport>;
  /** Why a request was answered as it was, in plain words. */
  explain(requestId: string): string | undefined;
  /** One entry a line. */
  toJsonLines(query?: Query): string;
  /** A HAR 1.2 log; `baseUrl` goes in front of the paths. */
  toHar(query?: Query, options?: { baseUrl?: string }): Har;
  /** Forgets the entries; cursors stay valid. */
  clear(): void;
}

export interface Since {
  readonly entries: readonly Entry[];
  readonly cursor: number;
  /** Whether entries after the cursor made room before they could be read. */
  readonly isLossy: boolean;
}

export interface AccountJournalParts {
  readonly account: AccountName;
  readonly chapters: Log;
  readonly bells: Notifier<AccountName>;
  readonly store: Pick<Store, 'find' | 'findAccount'>;
  readonly realNow: () => number;
  readonly monotonic: () => number;
}

/** A view of an account's entries; it holds none itself. */
export function createAccountJournal(parts: AccountJournalParts): AccountJournal {
  const { account, chapters, bells } = parts;
  const entriesAfter = (cursor: number): StoredEntry[] => chapters.after(account, cursor).map(decodeEntry);
  const matching = (query: Query | undefined, cursor = 0): StoredEntry[] => {
    const matcher = toMatcher(query);
    return entriesAfter(cursor).filter((raw) => matcher.matches(raw));
  };
  const entries = (query?: Query): Entry[] => matching(query).map(toEntry);
  const last = (query: Query): Entry | undefined => {
    const raw = matching(query).at(-1);
    return raw && toEntry(raw);
  };
  return {
    entries,
    count: (query) => matching(query).length,
    find: last,
    sequence: (queries) => findSequence(entriesAfter(0), queries),
    since: (cursor, query) => ({
      entries: matching(query, cursor).map(toEntry),
      cursor: Math.max(cursor, chapters.cursor()),
      isLossy: chapters.evictedThrough(account) > cursor,
    }),
    wait: (wish, options) => waitFor({ ...parts, entriesAfter, listen: () => bells.listen(account) }, wish, options),
    explain: (requestId) => {
      const entry = last({ requestId });
      return entry && explain(entry);
    },
    toJsonLines: (query) =>
      entries(query)
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    toHar: (query, { baseUrl } = {}) => toHar(entries(query), baseUrl),
    clear: () => chapters.clear(account),
  };
}
