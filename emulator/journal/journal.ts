/** Queries the journal. */

import { toEntry, type Entry } from './entry.ts';
import { explain } from './explain.ts';
import { findSequence, toMatcher, type Query, type SequenceReport } from './filter.ts';
import { toHar, type Har } from './har.ts';
import type { AccountName } from './log-segment.ts';
import type { Log } from './log.ts';
import type { Recording } from './recorder.ts';
import { toSummary, type EntrySummary } from './summary.ts';
import { waitFor, type WaitCondition, type WaitOptions, type WaitReport, type WaitScope } from './wait.ts';

/** The queries of all recorded requests. */
export type Journal = ReturnType<typeof createJournal>;

/** The queries of the requests of one account. */
export type AccountJournal = ReturnType<typeof accountJournal>;

export type Since = ReturnType<AccountJournal['since']>;

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
export function createJournal(recording: Recording) {
  const openLog = (): Log => {
    if (recording.isOn) return recording.log;
    throw new JournalError('The journal is off. To record requests, set `journal` to true.');
  };
  const entry = (requestId: string): Entry | undefined => {
    const reference = openLog().find(requestId);
    return reference && toEntry(reference);
  };
  return {
    isOn: recording.isOn,
    /** The maximum number of entries of one account. */
    mostEntries: recording.log.bounds.entriesPerAccount,
    /** Returns the journal of an account, or for `null` of requests that did not reach an account. */
    of: (account: AccountName): AccountJournal => {
      openLog();
      return accountJournal({ recording, account });
    },
    /** Returns the accounts with entries. */
    accounts: (): AccountName[] => openLog().accounts(),
    /** Returns summaries of the newest entries before a sequence number, of one or all accounts, oldest first. */
    latest: (most: number, account?: AccountName, before = Infinity): EntrySummary[] => {
      const all = openLog().after(account);
      const earlier = all.filter(({ seq }) => seq < before).toSorted((a, b) => a.seq - b.seq);
      return earlier.slice(-most).map((reference) => toSummary(toEntry(reference)));
    },
    /** Returns the entry of a request of any account. */
    entry,
    /** Explains a response in plain words. */
    explain: (requestId: string): string | undefined => {
      const found = entry(requestId);
      return found && explain(found);
    },
    /** Deletes the entries of an account, or of all accounts. Cursors stay valid. */
    clear: (account?: AccountName): void => {
      const all = openLog().accounts();
      for (const name of account === undefined ? all : [account]) recording.clear(name);
    },
    /** Resolves once all earlier responses of all replicas can be read here. */
    sync: (): Promise<void> => recording.sync(),
  };
}

/** Creates the queries of one account. It stores no entries. */
function accountJournal(scope: WaitScope) {
  const { recording, account } = scope;
  const { log } = recording;
  const matching = (query?: Query, cursor = 0): Entry[] => {
    const match = toMatcher(query);
    const entries = log.after(account, cursor).map(toEntry);
    return entries.filter((entry) => match(entry) === undefined);
  };
  return {
    /** Returns the matching entries in the order of their responses, oldest first. */
    entries: (query?: Query): Entry[] => matching(query),
    /** Returns the number of matching entries. */
    count: (query?: Query): number => (query === undefined ? log.after(account, 0) : matching(query)).length,
    /** Returns the newest matching entry. */
    find: (query: Query): Entry | undefined => matching(query).at(-1),
    /** Checks that entries match these queries in this order, possibly with other entries in between. */
    sequence: (queries: readonly Query[]): SequenceReport => findSequence(matching(), queries),
    /** Returns the entries after a cursor (0 is the start), and the next cursor. */
    since: (cursor: number, query?: Query) => ({
      entries: matching(query, cursor),
      cursor: Math.max(cursor, log.cursor()),
      /** Whether entries after the cursor were evicted before they could be read. */
      isLossy: log.evictedThrough(account) > cursor,
    }),
    /** Resolves as soon as the condition holds, or at the timeout with the most similar entries. */
    wait: (condition: WaitCondition, options: WaitOptions): Promise<WaitReport> => waitFor(scope, condition, options),
    /** Explains a response in plain words. */
    explain: (requestId: string): string | undefined => {
      const entry = matching({ request_id: requestId }).at(-1);
      return entry && explain(entry);
    },
    /** Returns one entry per line. */
    toJsonLines: (query?: Query): string =>
      matching(query)
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    /** Returns a HAR 1.2 log. `baseUrl` precedes the paths. */
    toHar: (query?: Query, { baseUrl }: { baseUrl?: string } = {}): Har => toHar(matching(query), baseUrl),
    /** Deletes the entries. Cursors stay valid. */
    clear: (): void => recording.clear(account),
  };
}
