/** Log of a test's own, and entries that are encoded into them. */

import { createLog, type AccountName, type Log, type Completion, type JournalBounds } from '../log.ts';
import { identityOf } from '../retry-identity.ts';
import { INT, intAt } from '../entry-layout.ts';
import type { StoredEntry, CapturedRequest } from '../stored-entry.ts';
import { decodeEntry } from '../entry-decoder.ts';
import { loaded } from './encoded.ts';

/** Log that have room for all that a test writes, unless it says otherwise. */
export function someLog(bounds: Partial<JournalBounds> = {}): Log {
  return createLog({ entriesPerAccount: 100, bytesPerAccount: 1e9, bytes: 1e9, retryWindowMs: 1000, ...bounds });
}

/** Appends an entry for each of the facts, whose bodies are what was sent. */
export function append(kept: Log, ...all: Partial<CapturedRequest>[]): Completion[] {
  return all.map((facts) => {
    const pen = loaded(facts);
    const { requestBody } = facts;
    return kept.append(pen, identityOf(pen.facts, requestBody === undefined ? undefined : Buffer.from(requestBody)));
  });
}

/** The entries of an account after a cursor. */
export function entriesIn(kept: Log, account: AccountName = 'a', cursor = 0): StoredEntry[] {
  return kept.after(account, cursor).map(decodeEntry);
}

/** Their requests' ids. */
export function idsIn(kept: Log, account: AccountName = 'a', cursor = 0): string[] {
  return entriesIn(kept, account, cursor).map(({ facts }) => facts.requestId);
}

/** What an entry takes of the bounds. */
export function weightOf(facts: Partial<CapturedRequest> = {}): number {
  const kept = someLog();
  append(kept, facts);
  const [spot] = kept.after(facts.account === undefined ? 'a' : facts.account, 0);
  return spot === undefined ? 0 : intAt(spot, INT.weight);
}
