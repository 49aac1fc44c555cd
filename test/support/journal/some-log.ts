/** Logs of a test's own, and entries that are appended to them. */

import { toEntry, type Entry } from '../../../emulator/journal/entry.ts';
import { Log, type LogBounds } from '../../../emulator/journal/log.ts';
import type { AccountName, EntryReference } from '../../../emulator/journal/log-segment.ts';
import { someCaptured, type SomeFacts } from './some-entry.ts';

/** A log that has room for all that a test appends, unless the test sets bounds. */
export function someLog(bounds: Partial<LogBounds> = {}): Log {
  return new Log({ entriesPerAccount: 1000, bytesPerAccount: 1e9, bytes: 1e9, retryWindowMs: 1000, ...bounds });
}

/** Appends an entry for each of the requests. */
export function append(log: Log, ...all: SomeFacts[]): EntryReference[] {
  return all.map((facts) => log.append(someCaptured(facts)));
}

/** The entries of an account after a cursor. */
export function entriesOf(log: Log, account: AccountName = 'a', cursor = 0): Entry[] {
  return log.after(account, cursor).map(toEntry);
}

/** Their requests' ids. */
export function idsOf(log: Log, account: AccountName = 'a', cursor = 0): string[] {
  return entriesOf(log, account, cursor).map(({ request_id }) => request_id);
}
