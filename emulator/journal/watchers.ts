/** Shows the entries of accounts to waits. Entries are decoded once for all waits, in slices between other requests. */

import { createTurns, inSlices } from '../../lib/turns.ts';
import { toEntry } from './entry-bytes.ts';
import type { Entry } from './entry.ts';
import { isKept, type AccountName, type EntryReference } from './log-segment.ts';
import type { Log } from './log.ts';
import type { Recording } from './recorder.ts';

/**
 * Receives each entry after a cursor, oldest first, and again when it is completed. Returns whether the entry wakes the
 * watcher. It must not throw, because other watchers receive the entry, too.
 */
type OnEntry = (entry: Entry) => boolean;

/** Starts watching an account after a cursor. */
export type Watch = (account: AccountName, cursor: number, onEntry: OnEntry) => Watcher;

/** The maximum delay of a timer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A long report would delay other requests, so each turn wakes one watcher. */
const turns = createTurns();

export class Watcher {
  readonly onEntry: OnEntry;
  readonly close: () => void;
  /** The watcher has received all entries up to this sequence number. */
  seen: number;
  /** Whether the watcher has received the entries that existed at its start. An earlier change does not wake it. */
  #isReady = false;
  #isWoken = false;
  #resolve: () => void = () => undefined;

  constructor(cursor: number, onEntry: OnEntry, close: () => void) {
    this.seen = cursor;
    this.onEntry = onEntry;
    this.close = close;
  }

  /** Notes that the watcher has received all entries up to a sequence number. */
  reach(seq: number): void {
    this.seen = Math.max(this.seen, seq);
    if (this.#isReady) return;
    this.#isReady = true;
    this.wake();
  }

  wake(): void {
    if (!this.#isReady) return;
    this.#isWoken = true;
    this.#resolve();
  }

  /** Resolves after a change that wakes the watcher, after `ms`, or on abort. */
  async next(ms: number, signal?: AbortSignal): Promise<void> {
    if (!this.#isWoken && signal?.aborted !== true) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#resolve = () => resolve();
        timer = setTimeout(this.#resolve, Math.min(Math.max(ms, 0), LONGEST_TIMER));
        signal?.addEventListener('abort', this.#resolve);
      });
      clearTimeout(timer);
      signal?.removeEventListener('abort', this.#resolve);
    }
    this.#isWoken = false;
    await turns(() => undefined);
  }
}

/** Creates a function that watches accounts of a recording. */
export function createWatch(recording: Pick<Recording, 'log' | 'follow'>): Watch {
  const { log } = recording;
  const watched = new Map<AccountName, ReturnType<typeof watchAccount>>();
  log.listen({ changed: (name, reference, isNew) => watched.get(name)?.change(reference, isNew) });
  return (name, cursor, onEntry) => {
    const account = watched.get(name) ?? watchAccount(log, name);
    watched.set(name, account);
    const unfollow = recording.follow();
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

function receive(entry: Entry, watchers: readonly Watcher[]): void {
  for (const watcher of watchers) if (watcher.onEntry(entry)) watcher.wake();
}

/** Shows the entries of an account to its watchers. */
function watchAccount(log: Log, name: AccountName) {
  const watchers = new Set<Watcher>();
  /** The sequence numbers of the entries that were completed since the last pass. */
  let completed = new Set<number>();
  let isRunning = false;

  /** Shows entries to the watchers that have not received them. Watchers that start meanwhile share the next pass. */
  function* passes(): Generator<undefined, void> {
    while (watchers.size > 0) {
      const [all, again] = [[...watchers], completed];
      completed = new Set();
      const newest = log.cursor();
      const seen = all.reduce((least, watcher) => Math.min(least, watcher.seen), Infinity);
      const from = [...again].reduce((least, seq) => Math.min(least, seq - 1), seen);
      const due = log.after(name, from).filter(({ seq }) => seq > seen || again.has(seq));
      for (const reference of due) {
        const { seq } = reference;
        // Evicted entries are left out.
        const dueTo = isKept(reference) ? all.filter((watcher) => seq > watcher.seen || again.has(seq)) : [];
        if (dueTo.length > 0) receive(toEntry(reference), dueTo);
        yield;
      }
      for (const watcher of all) watcher.reach(newest);
      if (due.length === 0) break;
    }
    isRunning = false;
  }
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    void inSlices(passes());
  };
  const change = (reference: EntryReference | undefined, isNew: boolean): void => {
    if (reference === undefined) for (const watcher of watchers) watcher.wake();
    else if (!isNew) completed.add(reference.seq);
    run();
  };
  return { watchers, run, change };
}
