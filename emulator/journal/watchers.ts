/** Watches accounts for waits. Entries are decoded once for all waits, in slices that let other requests run. */

import { createTurns, inSlices } from '../../lib/turns.ts';
import { toEntry } from './entry-bytes.ts';
import type { Entry } from './entry.ts';
import type { AccountName } from './log.ts';
import type { Recording } from './recorder.ts';
import { isKept, type EntryReference } from './log-segment.ts';

export interface Watcher {
  /** Receives an entry that was added or completed. Returns whether it wakes the watcher. By default, it does. */
  onEntry?: Visit<boolean>;
  /** Resolves after a change that wakes the watcher, after `ms`, or on abort. */
  next(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back with each entry after a cursor, oldest first. Resolves after the last entry. */
  readAll(cursor: number, visit: Visit): Promise<void>;
  close(): void;
}

/** Receives an entry. It must not throw, because other waits receive the entry, too. */
type Visit<Result = unknown> = (entry: Entry) => Result;

/** Starts watching an account. */
export type Watch = (account: AccountName) => Watcher;

/** The maximum delay of a timer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A long report would delay other requests, so each turn wakes one watcher. */
const turns = createTurns();

/** Creates a function that watches accounts of a recording. */
export function createWatch({ log, follow }: Pick<Recording, 'log' | 'follow'>): Watch {
  const watched = new Map<AccountName, WatchedAccount>();
  log.listen({ changed: (name, reference) => watched.get(name)?.change(reference) });
  return (name) => {
    // This read writes pending entries first, because they must not count as changes.
    log.cursor();
    const account = watched.get(name) ?? new WatchedAccount((cursor) => log.after(name, cursor));
    watched.set(name, account);
    const unfollow = follow();
    const watcher = new OpenWatcher(account, () => {
      unfollow();
      account.watchers.delete(watcher);
      if (account.watchers.size === 0 && watched.get(name) === account) watched.delete(name);
    });
    account.watchers.add(watcher);
    return watcher;
  };
}

class WatchedAccount {
  readonly watchers = new Set<OpenWatcher>();
  readonly #after: (cursor: number) => EntryReference[];
  /** The readers of the next pass. Readers that begin during a pass share the next one. */
  #readers: { readonly cursor: number; readonly visit: Visit }[] = [];
  #reading: Promise<void> = Promise.resolve();
  /** The entries that were added or completed since the watchers last saw changes. */
  readonly #changed = new Set<EntryReference>();
  #isRunning = false;

  constructor(after: (cursor: number) => EntryReference[]) {
    this.#after = after;
  }

  readAll(cursor: number, visit: Visit): Promise<void> {
    if (this.#readers.push({ cursor, visit }) === 1) this.#reading = this.#reading.then(() => this.#pass());
    return this.#reading;
  }

  #pass(): Promise<void> {
    const readers = this.#readers;
    this.#readers = [];
    const references = this.#after(Math.min(...readers.map(({ cursor }) => cursor)));
    return inSlices(
      decoded(references, (entry) => {
        for (const { cursor, visit } of readers) if (entry.seq > cursor) visit(entry);
      }),
    );
  }

  change(changed: EntryReference | undefined): void {
    for (const watcher of this.watchers) if (watcher.onEntry === undefined) watcher.wake();
    if (changed === undefined) return;
    this.#changed.add(changed);
    // Evicted entries are dropped, even if the watchers have not seen them.
    for (const oldest of this.#changed) {
      if (isKept(oldest)) break;
      this.#changed.delete(oldest);
    }
    if (this.#isRunning) return;
    this.#isRunning = true;
    const show = (entry: Entry): void => {
      for (const watcher of this.watchers) if (watcher.onEntry?.(entry) === true) watcher.wake();
    };
    void inSlices(decoded(this.#taken(), show));
  }

  /** Removes and returns each change, with changes that are added meanwhile. */
  *#taken(): Generator<EntryReference, void> {
    for (const reference of this.#changed) {
      this.#changed.delete(reference);
      yield reference;
    }
    this.#isRunning = false;
  }
}

function* decoded(references: Iterable<EntryReference>, visit: Visit): Generator<undefined, void> {
  for (const reference of references) {
    // Evicted entries are left out.
    if (isKept(reference)) visit(toEntry(reference));
    yield;
  }
}

class OpenWatcher implements Watcher {
  onEntry?: Visit<boolean>;
  readonly close: () => void;
  readonly #account: WatchedAccount;
  #isWoken = false;
  #resolve: () => void = () => undefined;

  constructor(account: WatchedAccount, close: () => void) {
    this.#account = account;
    this.close = close;
  }

  async readAll(cursor: number, visit: Visit): Promise<void> {
    await this.#account.readAll(cursor, visit);
    await turns(() => undefined);
  }

  wake(): void {
    this.#isWoken = true;
    this.#resolve();
  }

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
