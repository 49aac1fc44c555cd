/** Queries the journal. */

import { toEntry } from './entry-bytes.ts';
import type { Entry } from './entry.ts';
import { explain } from './explain.ts';
import { findSequence, toMatcher, type Query, type SequenceReport } from './filter.ts';
import { toHar, type Har } from './har.ts';
import type { AccountName, LogPart } from './log.ts';
import type { Recording } from './recorder.ts';
import type { EntryReference } from './log-segment.ts';
import { toSummary, type EntrySummary } from './summary.ts';
import { waitFor, type WaitCondition, type WaitOptions, type WaitReport, type WaitScope } from './wait.ts';
import { createWatch, type Watch } from './watchers.ts';

export interface Journal {
  readonly isOn: boolean;
  /** The maximum number of entries of one account. */
  readonly mostEntries: number;
  /** Returns the journal of an account, or for `null` of requests that did not reach an account. */
  of(account: AccountName): AccountJournal;
  /** Returns the accounts with entries. */
  accounts(): AccountName[];
  /** Returns summaries of the newest entries before a sequence number, of one or all accounts, oldest first. */
  latest(most: number, part?: LogPart): EntrySummary[];
  /** Returns a summary of an account's newest entry, and the number of its entries. */
  newest(account: AccountName): { readonly latest: EntrySummary; readonly entries: number } | undefined;
  /** Returns the sequence number of an account's newest entry, or 0. */
  newestSeq(account: AccountName): number;
  /** Returns the entry of a request of any account. */
  entry(requestId: string): Entry | undefined;
  /** Explains a response in plain words. */
  explain(requestId: string): string | undefined;
  /** Deletes the entries of an account, or of all accounts. Cursors stay valid. */
  clear(account?: AccountName): void;
  /** Resolves once all earlier responses of all replicas can be read here. */
  sync(): Promise<void>;
}

export interface AccountJournal {
  /** Returns the matching entries in the order of their responses, oldest first. */
  entries(query?: Query): Entry[];
  count(query?: Query): number;
  /** Returns the newest matching entry. */
  find(query: Query): Entry | undefined;
  /** Checks that entries match these queries in this order, possibly with other entries in between. */
  sequence(queries: readonly Query[]): SequenceReport;
  /** Returns the entries after a cursor (0 is the start), and the next cursor. */
  since(cursor: number, query?: Query): Since;
  /** Resolves as soon as the condition holds, or at the timeout with the most similar entries. */
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

/** Thrown if the journal cannot answer. The message contains the reason and the fix. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/**
 * Creates the queries of recorded requests.
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

/** Creates the queries of one account. It stores no entries. */
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
