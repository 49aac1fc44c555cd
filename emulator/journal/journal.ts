/** Queries of the journal. */

import { toEntry } from './entry-bytes.ts';
import type { Entry } from './entry.ts';
import { explain } from './explain.ts';
import { findSequence, toMatcher, type Query, type SequenceReport } from './filter.ts';
import { toHar, type Har } from './har.ts';
import type { AccountName, LogPart } from './log.ts';
import type { Recording } from './recorder.ts';
import { isKept, type EntryReference } from './log-segment.ts';
import { toSummary, type EntrySummary } from './summary.ts';
import { waitFor, type WaitCondition, type WaitOptions, type WaitReport, type WaitScope } from './wait.ts';
import { createWatch, type Watch } from './watchers.ts';

export interface Journal {
  readonly isOn: boolean;
  /** The most entries that it keeps of one account. */
  readonly mostEntries: number;
  /** Returns the part of an account. `null`: requests that did not reach an account. */
  of(account: AccountName): AccountJournal;
  /** The accounts that have entries. */
  accounts(): AccountName[];
  /** The newest entries before a sequence number, of one account or of all together, in short, the oldest first. */
  latest(most: number, part?: LogPart): EntrySummary[];
  /** The newest entry of an account in short, and how many there are. */
  newest(account: AccountName): { readonly latest: EntrySummary; readonly entries: number } | undefined;
  /** The sequence number of the newest entry of an account; 0 where it has none. */
  newestSeq(account: AccountName): number;
  /** An entry in short; undefined once it was evicted. */
  summary(reference: EntryReference): EntrySummary | undefined;
  /** The entry of a request, whichever account it was for. */
  entry(requestId: string): Entry | undefined;
  /** Explains a response in plain words. */
  explain(requestId: string): string | undefined;
  /** Deletes the entries of an account, or of all accounts. Cursors stay valid. */
  clear(account?: AccountName): void;
  /** Resolves once all earlier responses of all replicas can be read here. */
  sync(): Promise<void>;
}

export interface AccountJournal {
  /** The entries that match, the oldest first, in the order in which they were answered. */
  entries(query?: Query): Entry[];
  count(query?: Query): number;
  /** The newest entry that matches. */
  find(query: Query): Entry | undefined;
  /** Whether entries match these queries in this order; others may lie between them. */
  sequence(queries: readonly Query[]): SequenceReport;
  /** Returns the entries after a cursor (0 is the start), and the next cursor. */
  since(cursor: number, query?: Query): Since;
  /** Resolves as soon as the condition holds, or at the timeout with the nearest entries. It does not poll. */
  wait(condition: WaitCondition, options: WaitOptions): Promise<WaitReport>;
  /** Explains a response in plain words. */
  explain(requestId: string): string | undefined;
  /** Returns one entry per line. */
  toJsonLines(query?: Query): string;
  /** Returns a HAR 1.2 log. `baseUrl` precedes the paths. */
  toHar(query?: Query, options?: { baseUrl?: string }): Har;
  /** Deletes the entries. Cursors stay valid. */
  clear(): void;
}

export interface Since {
  readonly entries: readonly Entry[];
  readonly cursor: number;
  /** Whether entries after the cursor were evicted before they could be read. */
  readonly isLossy: boolean;
}

/** The journal cannot answer. The message contains the reason and what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/**
 * Makes queries possible on recorded requests.
 *
 * @example
 * const journal = emulator.account('ci-42').journal;
 * await journal.wait({ filter: { operation: 'create', status: 202 } }, { timeoutMs: 5000 });
 */
export function createJournal(recording: Recording): Journal {
  const { isOn, log } = recording;
  const watch = createWatch(recording);
  const guarded = <Result>(query: () => Result): Result => {
    if (!isOn) throw new JournalError(IS_OFF);
    return query();
  };
  const entry = (requestId: string): Entry | undefined => {
    const reference = log.find(requestId);
    return reference && toEntry(reference);
  };
  return {
    isOn,
    mostEntries: log.mostEntries,
    of: (account) => guarded(() => accountJournal(recording, watch, account)),
    accounts: () => guarded(() => log.accounts()),
    latest: (most, part) => guarded(() => log.latest(most, part).map((reference) => toSummary(toEntry(reference)))),
    newest: (account) =>
      guarded(() => {
        const found = log.newest(account);
        return found && { latest: toSummary(toEntry(found.reference)), entries: found.entries };
      }),
    newestSeq: (account) => guarded(() => log.newestSeq(account)),
    summary: (reference) => (isKept(reference) ? toSummary(toEntry(reference)) : undefined),
    entry: (requestId) => guarded(() => entry(requestId)),
    explain: (requestId) =>
      guarded(() => {
        const found = entry(requestId);
        return found && explain(found);
      }),
    clear: (account) =>
      guarded(() => {
        for (const name of account === undefined ? log.accounts() : [account]) recording.clear(name);
      }),
    sync: () => recording.sync(),
  };
}

const IS_OFF = 'The journal is off. To record requests, set `journal` to true.';

/** Reads the entries of an account. It keeps no entries itself. */
function accountJournal(recording: Recording, watch: Watch, account: AccountName): AccountJournal {
  const { log } = recording;
  const entriesAfter = (cursor: number): Entry[] => log.after(account, cursor).map(toEntry);
  const matching = (query?: Query, cursor = 0): Entry[] => {
    const matcher = toMatcher(query);
    return entriesAfter(cursor).filter((entry) => matcher.matches(entry));
  };
  const last = (query: Query): Entry | undefined => matching(query).at(-1);
  const evictedThrough = (): number => log.evictedThrough(account);
  return {
    entries: (query) => matching(query),
    count: (query) => matching(query).length,
    find: last,
    sequence: (queries) => findSequence(entriesAfter(0), queries),
    since: (cursor, query) => ({
      entries: matching(query, cursor),
      cursor: Math.max(cursor, log.cursor()),
      isLossy: evictedThrough() > cursor,
    }),
    wait: (condition, options) => {
      const referencesAfter = (cursor: number): EntryReference[] => log.after(account, cursor);
      const watchAccount: WaitScope['watch'] = (onEntry) => watch(account, onEntry);
      const scope = { ...recording, account, referencesAfter, evictedThrough, watch: watchAccount };
      return waitFor(scope, condition, options);
    },
    explain: (requestId) => {
      const entry = last({ request_id: requestId });
      return entry && explain(entry);
    },
    toJsonLines: (query) =>
      matching(query)
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    toHar: (query, { baseUrl } = {}) => toHar(matching(query), baseUrl),
    clear: () => recording.clear(account),
  };
}
