/** Watches accounts for waits. An entry is decoded once for all waits, in slices that let other requests run. */

import { inSlices } from '../../lib/slices.ts';
import { toEntry } from './entry-bytes.ts';
import type { Entry } from './entry.ts';
import type { AccountName } from './log.ts';
import type { Recording } from './recorder.ts';
import { isKept, type EntryReference } from './log-segment.ts';

export interface Watcher {
  /** Resolves after a change that wakes the watcher, after `ms`, or on abort. */
  next(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls back with each entry after a cursor, oldest first. Resolves after the last entry. */
  readAll(cursor: number, visit: (entry: Entry) => void): Promise<void>;
  close(): void;
}

/** Receives an entry that was added or completed, and returns whether it wakes the watcher. It must not throw. */
type OnEntry = (entry: Entry) => boolean;

/** Starts watching an account. Without `onEntry`, each change wakes the watcher. */
export type Watch = (account: AccountName, onEntry?: OnEntry) => Watcher;

/** The number of watchers that wake in one turn, because their long reports would delay other requests. */
const MOST_PER_TURN = 4;
/** The maximum delay of a timer. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Creates a function that watches accounts of a recording. */
export function createWatch({ log, notifier }: Pick<Recording, 'log' | 'notifier'>): Watch {
  const watched = new Map<AccountName, WatchedAccount>();
  const wakeLater = createWakeQueue();
  return (account, onEntry) => {
    const found = watched.get(account) ?? new WatchedAccount((cursor) => log.after(account, cursor), wakeLater);
    if (found.waiters.size === 0) {
      // This read writes pending entries first. The watcher reads them, and they must not count as changes.
      log.cursor();
      watched.set(account, found);
      found.stop = notifier.listen(account, (changed) => found.change(changed));
    }
    const waiter = new Waiter(wakeLater, onEntry);
    found.waiters.add(waiter);
    return {
      next: (ms, signal) => waiter.next(ms, signal),
      readAll: (cursor, visit) => found.readAll(cursor, visit),
      close: () => {
        if (!found.waiters.delete(waiter) || found.waiters.size > 0) return;
        watched.delete(account);
        found.stop();
      },
    };
  };
}

type WakeLater = (wake: () => void) => void;

/** Returns a function that queues callbacks. Some of them run in each turn of the event loop, in order. */
function createWakeQueue(): WakeLater {
  const due = new Set<() => void>();
  const wakeSome = (): void => {
    const some: (() => void)[] = [];
    for (const wake of due) {
      if (some.push(wake) === MOST_PER_TURN) break;
    }
    for (const wake of some) due.delete(wake);
    if (due.size > 0) setImmediate(wakeSome);
    for (const wake of some) wake();
  };
  return (wake) => {
    if (due.size === 0) setImmediate(wakeSome);
    due.add(wake);
  };
}

/** A reader of all entries after a cursor. */
interface Reader {
  readonly cursor: number;
  readonly visit: (entry: Entry) => void;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

class WatchedAccount {
  readonly waiters = new Set<Waiter>();
  stop: () => void = () => undefined;
  readonly #after: (cursor: number) => EntryReference[];
  readonly #wakeLater: WakeLater;
  /** The entries that were added or completed since the waiters last saw changes. */
  #changed = new Set<EntryReference>();
  #readers: Reader[] = [];
  #isDue = false;
  #isRunning = false;

  constructor(after: (cursor: number) => EntryReference[], wakeLater: WakeLater) {
    this.#after = after;
    this.#wakeLater = wakeLater;
  }

  change(changed: EntryReference | undefined): void {
    if (changed !== undefined) this.#changed.add(changed);
    // Evicted entries are dropped, even if the waiters have not seen them.
    for (const oldest of this.#changed) {
      if (isKept(oldest)) break;
      this.#changed.delete(oldest);
    }
    this.#isDue = true;
    this.#run();
  }

  readAll(cursor: number, visit: Reader['visit']): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#readers.push({ cursor, visit, resolve, reject });
      this.#run();
    });
  }

  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void inSlices(this.#steps());
  }

  *#steps(): Generator<undefined, void, undefined> {
    while (this.#isDue || this.#readers.length > 0) {
      if (this.#isDue) yield* this.#showChanges();
      const readers = this.#readers;
      this.#readers = [];
      if (readers.length > 0) yield* this.#read(readers);
    }
    this.#isRunning = false;
  }

  *#showChanges(): Generator<undefined, void, undefined> {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#isDue = false;
    for (const reference of changed) {
      const entry = isKept(reference) ? toEntry(reference) : undefined;
      if (entry !== undefined) for (const waiter of this.waiters) waiter.see(entry);
      yield;
    }
    for (const waiter of this.waiters) waiter.see();
  }

  *#read(readers: readonly Reader[]): Generator<undefined, void, undefined> {
    try {
      for (const reference of this.#after(Math.min(...readers.map(({ cursor }) => cursor)))) {
        if (isKept(reference)) show(toEntry(reference), readers);
        yield;
      }
      for (const { resolve } of readers) this.#wakeLater(resolve);
    } catch (cause) {
      for (const { reject } of readers) reject(cause);
    }
  }
}

function show(entry: Entry, readers: readonly Reader[]): void {
  for (const { cursor, visit } of readers) if (entry.seq > cursor) visit(entry);
}

class Waiter {
  readonly #wakeLater: WakeLater;
  readonly #onEntry: OnEntry | undefined;
  #isWoken = false;
  #resolve: (() => void) | undefined = undefined;

  constructor(wakeLater: WakeLater, onEntry: OnEntry | undefined) {
    this.#wakeLater = wakeLater;
    this.#onEntry = onEntry;
  }

  /** Reports a change. If it has an entry, the entry was added or completed. */
  see(entry?: Entry): void {
    const isWaking = this.#onEntry === undefined ? entry === undefined : entry !== undefined && this.#onEntry(entry);
    if (isWaking) this.#wakeLater(this.#wake);
  }

  async next(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#isWoken) await this.#woken(ms, signal);
    this.#isWoken = false;
  }

  /** One function per waiter, so that the queue contains it only once. */
  readonly #wake = (): void => {
    this.#isWoken = true;
    this.#resolve?.();
  };

  #woken(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => this.#wakeLater(this.#wake);
      const timer = setTimeout(end, Math.min(Math.max(ms, 0), LONGEST_TIMER));
      signal?.addEventListener('abort', end, { once: true });
      this.#resolve = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        this.#resolve = undefined;
        resolve();
      };
      if (signal?.aborted === true) end();
    });
  }
}
