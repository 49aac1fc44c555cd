/** Chapters of a test's own, and entries that are written into them. */

import { createChapters, type AccountName, type Chapters, type Completion, type JournalBounds } from '../chapters.ts';
import { identityOf } from '../identity.ts';
import { INT, intAt } from '../page.ts';
import type { RawEntry, RawFacts } from '../raw-entry.ts';
import { unpack } from '../unpack.ts';
import { dipped } from './written.ts';

/** Chapters that have room for all that a test writes, unless it says otherwise. */
export function someChapters(bounds: Partial<JournalBounds> = {}): Chapters {
  return createChapters({ entriesPerAccount: 100, bytesPerAccount: 1e9, bytes: 1e9, retryWindowMs: 1000, ...bounds });
}

/** Appends an entry for each of the facts, whose bodies are what was sent. */
export function append(kept: Chapters, ...all: Partial<RawFacts>[]): Completion[] {
  return all.map((facts) => {
    const pen = dipped(facts);
    const { requestBody } = facts;
    return kept.append(pen, identityOf(pen.facts, requestBody === undefined ? undefined : Buffer.from(requestBody)));
  });
}

/** The entries of an account after a cursor. */
export function entriesIn(kept: Chapters, account: AccountName = 'a', cursor = 0): RawEntry[] {
  return kept.after(account, cursor).map(unpack);
}

/** Their requests' ids. */
export function idsIn(kept: Chapters, account: AccountName = 'a', cursor = 0): string[] {
  return entriesIn(kept, account, cursor).map(({ facts }) => facts.requestId);
}

/** What an entry takes of the bounds. */
export function weightOf(facts: Partial<RawFacts> = {}): number {
  const kept = someChapters();
  append(kept, facts);
  const [spot] = kept.after(facts.account === undefined ? 'a' : facts.account, 0);
  return spot === undefined ? 0 : intAt(spot, INT.weight);
}
