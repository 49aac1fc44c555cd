/** Queries the journal. */

import { toEntry } from './entry-bytes.ts';
import type { Entry } from './entry.ts';
import { explain } from './explain.ts';
import { findSequence, toMatcher, type Query, type SequenceReport } from './filter.ts';
import { toHar, type Har } from './har.ts';
import type { AccountName } from './log-segment.ts';
import type { Log, LogPart } from './log.ts';
import type { Recording } from './recorder.ts';
import { toSummary, type EntrySummary } from './summary.ts';
import { waitFor, type WaitCondition, type WaitOptions, type WaitReport, type WaitScope } from './wait.ts';
import { createWatch } from './watchers.ts';

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
  const { isOn } = recording;
  const watch = createWatch(recording);
  const openLog = (): Log => {
    if (isOn) return recording.log;
    throw new JournalError('The journal is off. To record requests, set `journal` to true.');
  };
  const entry = (requestId: string): Entry | undefined => {
    const reference = openLog().find(requestId);
    return reference && toEntry(reference);
  };
  return {
    isOn,
    mostEntries: recording.log.bounds.entriesPerAccount,
    of: (account) => {
      openLog();
      return accountJournal({ recording, watch, account });
    },
    accounts: () => openLog().accounts(),
    latest: (most, part) =>
      openLog()
        .latest(most, part)
        .map((reference) => toSummary(toEntry(reference))),
    entry,
    explain: (requestId) => {
      const found = entry(requestId);
      return found && explain(found);
    },
    clear: (account) => {
      const all = openLog().accounts();
      for (const name of account === undefined ? all : [account]) recording.clear(name);
    },
    sync: () => recording.sync(),
  };
}

/** Creates the queries of one account. It stores no entries. */
function accountJournal(scope: WaitScope): AccountJournal {
  const { recording, account } = scope;
  const { log } = recording;
  const matching = (query?: Query, cursor = 0): Entry[] => {
    const match = toMatcher(query);
    return log
      .after(account, cursor)
      .map(toEntry)
      .filter((entry) => match(entry) === undefined);
  };
  const last = (query: Query): Entry | undefined => matching(query).at(-1);
  return {
    entries: (query) => matching(query),
    count: (query) => (query === undefined ? log.after(account, 0).length : matching(query).length),
    find: last,
    sequence: (queries) => findSequence(matching(), queries),
    since: (cursor, query) => ({
      entries: matching(query, cursor),
      cursor: Math.max(cursor, log.cursor()),
      isLossy: log.evictedThrough(account) > cursor,
    }),
    wait: (condition, options) => waitFor(scope, condition, options),
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
