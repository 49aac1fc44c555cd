/** Shows the entries of accounts to waits. Entries are decoded once for all waits, in slices between other requests. */

import { setTimeout as sleep } from 'node:timers/promises';
import { createTurns, inSlices } from '../../lib/turns.ts';
import { toEntry, type Entry } from './entry.ts';
import { isKept, type AccountName, type EntryReference } from './log-segment.ts';
import type { Log } from './log.ts';
import type { Recording } from './recorder.ts';

/**
 * Receives each entry after a cursor, oldest first, and again when it is completed. Returns whether the entry wakes the
 * watcher. It must not throw, because other watchers receive the entry, too.
 */
type OnEntry = (entry: Entry) => boolean;

/** The maximum delay of a timer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A long report would delay other requests, so each turn wakes one watcher. */
const turns = createTurns();

export class Watcher {
  readonly onEntry: OnEntry;
  readonly close: () => void;
  /** The watcher has received all entries up to this sequence number. */
  seen: number;
  /** Whether the watcher wakes at the end of the pass. First, it wakes after all entries that exist. */
  isDue = true;
  #waking = new AbortController();

  constructor(cursor: number, onEntry: OnEntry, close: () => void) {
    this.seen = cursor;
    this.onEntry = onEntry;
    this.close = close;
  }

  /** Notes that a pass has shown all entries up to a sequence number. */
  reach(seq: number): void {
    this.seen = Math.max(this.seen, seq);
    if (this.isDue) this.#waking.abort();
    this.isDue = false;
  }

  /** Resolves after a change that wakes the watcher, after `ms`, or on abort. */
  async next(ms: number, signal: AbortSignal = this.#waking.signal): Promise<void> {
    const delay = Math.min(Math.max(ms, 0), LONGEST_TIMER);
    // An abort rejects the promise.
    await sleep(delay, undefined, { signal: AbortSignal.any([this.#waking.signal, signal]) }).catch(() => undefined);
    this.#waking = new AbortController();
    await turns(() => undefined);
  }
}

/** Starts watching an account after a cursor. */
export type Watch = ReturnType<typeof createWatch>;

/** Creates a function that watches accounts of a recording. */
export function createWatch({ log, follow }: Pick<Recording, 'log' | 'follow'>) {
  const watched = new Map<AccountName, ReturnType<typeof watchAccount>>();
  log.listen({ changed: (name, reference, isNew) => watched.get(name)?.change(reference, isNew) });
  return (name: AccountName, cursor: number, onEntry: OnEntry): Watcher => {
    const account = watched.get(name) ?? watchAccount(log, name);
    watched.set(name, account);
    const unfollow = follow();
    const watcher = new Watcher(cursor, onEntry, () => {
      unfollow();
      account.watchers.delete(watcher);
      if (account.watchers.size === 0) watched.delete(name);
    });
    account.watchers.add(watcher);
    account.run();
    return watcher;
  };
}

function show(reference: EntryReference, watchers: readonly Watcher[]): void {
  // Evicted entries are left out.
  if (!isKept(reference) || watchers.length === 0) return;
  const entry = toEntry(reference);
  for (const watcher of watchers) if (watcher.onEntry(entry)) watcher.isDue = true;
}

/** Shows the entries of an account to its watchers. */
function watchAccount(log: Log, name: AccountName) {
  const watchers = new Set<Watcher>();
  /** The entries that were completed since the last pass. */
  let completed: EntryReference[] = [];
  let isRunning = false;
  /** Whether something changed since the last pass began. */
  let isStale = false;

  /** Shows entries to the watchers that have not received them. Watchers that start meanwhile share the next pass. */
  function* passes(): Generator<undefined, void> {
    while (isStale) {
      isStale = false;
      const [all, again] = [[...watchers], completed];
      completed = [];
      const newest = log.cursor();
      const added = log.after(name, Math.min(...all.map(({ seen }) => seen)));
      for (const reference of again) {
        show(reference, all);
        yield;
      }
      for (const reference of added) {
        const receivers = all.filter(({ seen }) => seen < reference.seq);
        show(reference, receivers);
        yield;
      }
      for (const watcher of all) watcher.reach(newest);
    }
    isRunning = false;
  }
  const run = (): void => {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    void inSlices(passes());
  };
  const change = (reference: EntryReference | undefined, isNew: boolean): void => {
    if (reference === undefined) for (const watcher of watchers) watcher.isDue = true;
    else if (!isNew) completed.push(reference);
    run();
  };
  return { watchers, run, change };
}
