/** The journal: what happened, request by request, per account, bounded, searchable and explainable. */

import type { Store } from '../domain/store.ts';
import { createAccountJournal, type AccountJournal } from './account-journal.ts';
import { createBells } from './bells.ts';
import { createChapters, type AccountName, type JournalBounds } from './chapters.ts';
import { toEntry, type Entry } from './entry.ts';
import { explain } from './explain.ts';
import type { Recorder } from './facts.ts';
import type { RawEntry } from './raw-entry.ts';
import { createRecorder } from './recorder.ts';
import type { Redactors } from './redact.ts';

export interface JournalOptions {
  readonly isOn: boolean;
  readonly bounds: JournalBounds;
  /** Characters kept of each body. */
  readonly bodyLimit: number;
  /** They know the keys of any form that there are, so that none is ever kept. */
  readonly redactors: Redactors;
  readonly store: Pick<Store, 'find' | 'findAccount'>;
  readonly realNow: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  /** Hears of each entry as it is taken down. */
  readonly onEntry?: (entry: RawEntry) => void;
}

export interface Journal {
  readonly isOn: boolean;
  /** The part of an account; `null` has the requests that reached none. */
  of(account: AccountName): AccountJournal;
  /** The accounts that have entries. */
  accounts(): AccountName[];
  /** The entry of a request, whichever account it was for. */
  entry(requestId: string): Entry | undefined;
  /** Why a request was answered as it was, in plain words. */
  explain(requestId: string): string | undefined;
  /** Forgets the entries of an account, or all; cursors stay valid. */
  clear(account?: AccountName): void;
  /** Wakes those who wait for something in an account: it changed without a request. */
  readonly stir: (account: string) => void;
  /** For the API; nothing while the journal is off. */
  readonly recorder: Recorder | undefined;
}

/** The journal cannot answer; the message says why and what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/**
 * Opens a journal.
 *
 * @example
 * const journal = emulator.account('ci-42').journal;
 * await journal.wait({ filter: { operation: 'create', status: 202 } }, { timeoutMs: 5000 });
 */
export function createJournal(options: JournalOptions): Journal {
  const chapters = createChapters(options.bounds);
  const bells = createBells<AccountName>();
  const guarded = <Result>(query: () => Result): Result => {
    if (!options.isOn) throw new JournalError(IS_OFF);
    return query();
  };
  const find = (requestId: string): RawEntry | undefined => {
    for (const account of chapters.accounts()) {
      for (const raw of chapters.after(account, 0)) if (raw.facts.requestId === requestId) return raw;
    }
    return undefined;
  };
  const entry = (requestId: string): Entry | undefined => {
    const raw = find(requestId);
    return raw && toEntry(raw);
  };
  return {
    isOn: options.isOn,
    of: (account) => guarded(() => createAccountJournal({ ...options, account, chapters, bells })),
    accounts: () => guarded(chapters.accounts),
    entry: (requestId) => guarded(() => entry(requestId)),
    explain: (requestId) =>
      guarded(() => {
        const found = entry(requestId);
        return found && explain(found);
      }),
    clear: (account) =>
      guarded(() => (account === undefined ? chapters.accounts() : [account]).forEach(chapters.clear)),
    stir: bells.ring,
    recorder: options.isOn ? recorderInto(options, chapters.append, bells.ring) : undefined,
  };
}

const IS_OFF = 'The journal is off. Set `journal` to true to have requests recorded.';

function recorderInto(
  { redactors, realNow, monotonic, bodyLimit, onEntry }: JournalOptions,
  append: (entry: RawEntry) => void,
  ring: (account: AccountName) => void,
): Recorder {
  const record = createRecorder({
    redactorFor: redactors.redactorFor,
    realNow,
    monotonic,
    bodyLimit,
    append: (entry) => {
      append(entry);
      ring(entry.facts.account);
      onEntry?.(entry);
    },
    completed: ({ facts }) => ring(facts.account),
  });
  return { start: monotonic, record };
}
