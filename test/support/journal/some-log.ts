/** Logs of a test's own, and entries that are appended to them. */

import { decodeEntry } from '../../../emulator/journal/entry-decoder.ts';
import { Log, type AccountName, type Appended, type LogBounds } from '../../../emulator/journal/log.ts';
import { retryIdentity } from '../../../emulator/journal/retries.ts';
import type { CapturedRequest, StoredEntry } from '../../../emulator/journal/stored-entry.ts';
import { loaded } from './encoded.ts';

/** A log that has room for all that a test appends, unless it says otherwise. */
export function someLog(bounds: Partial<LogBounds> = {}): Log {
  return new Log({ entriesPerAccount: 1000, bytesPerAccount: 1e9, bytes: 1e9, retryWindowMs: 1000, ...bounds });
}

/** Appends an entry for each of the requests, whose bodies are what was sent. */
export function append(log: Log, ...all: Partial<CapturedRequest>[]): Appended[] {
  return all.map((captured) => {
    const encoder = loaded(captured);
    const body = captured.requestBody === undefined ? undefined : Buffer.from(captured.requestBody);
    return log.append(encoder, retryIdentity(encoder.captured, body), 0);
  });
}

/** The entries of an account after a cursor. */
export function entriesOf(log: Log, account: AccountName = 'a', cursor = 0): StoredEntry[] {
  return log.after(account, cursor).map(decodeEntry);
}

/** Their requests' ids. */
export function idsOf(log: Log, account: AccountName = 'a', cursor = 0): string[] {
  return entriesOf(log, account, cursor).map(({ captured }) => captured.requestId);
}
