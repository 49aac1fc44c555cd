/** The journal: what happened, request by request, per account, bounded, searchable and explainable. */

import { createAccountJournal, type AccountJournal } from './account-journal.ts';
import type { Book } from './book.ts';
import type { AccountName } from './log.ts';
import { toEntry, type Entry } from './entry.ts';
import { explain } from './explain.ts';
import { decodeEntry } from './entry-decoder.ts';

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
}

/** The journal cannot answer; the message says why and what to do. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
}

/**
 * What can be asked of a book.
 *
 * @example
 * const journal = emulator.account('ci-42').journal;
 * await journal.wait({ filter: { operation: 'create', status: 202 } }, { timeoutMs: 5000 });
 */
export function createJournal(book: Book): Journal {
  const { isOn, chapters } = book;
  const guarded = <Result>(query: () => Result): Result => {
    if (!isOn) throw new JournalError(IS_OFF);
    return query();
  };
  const entry = (requestId: string): Entry | undefined => {
    const spot = chapters.find(requestId);
    return spot && toEntry(decodeEntry(spot));
  };
  return {
    isOn,
    of: (account) => guarded(() => createAccountJournal({ ...book, account })),
    accounts: () => guarded(chapters.accounts),
    entry: (requestId) => guarded(() => entry(requestId)),
    explain: (requestId) =>
      guarded(() => {
        const found = entry(requestId);
        return found && explain(found);
      }),
    clear: (account) =>
      guarded(() => (account === undefined ? chapters.accounts() : [account]).forEach(chapters.clear)),
  };
}

const IS_OFF = 'The journal is off. Set `journal` to true to have requests recorded.';
