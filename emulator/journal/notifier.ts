/** Wakes those who wait for something to happen in an account, without anybody polling: one of them in each turn of the event loop. */

import { isKept, type EntryReference } from './entry-layout.ts';
import type { AccountName } from './log.ts';
import type { StoredEntry } from './stored-entry.ts';

export interface Notifier {
  /** Something happened in an account; with an entry, that was added or completed. */
  readonly notify: (account: AccountName, changed?: EntryReference) => void;
  /** Begins to listen. The decoder comes from whoever listens, as a server where nobody waits loads none. */
  readonly listen: (account: AccountName, decode: Decode) => Listener;
}

type Decode = (reference: EntryReference) => StoredEntry;

export interface Listener {
  /**
   * Resolves after the next notification (one since the last time counts), after so many milliseconds, or when the signal aborts: with the entries
   * that changed since the last time.
   */
  next(ms: number, signal?: AbortSignal): Promise<readonly StoredEntry[]>;
  close(): void;
}

/** The longest time that a timer takes. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A notifier to which nobody listens yet. */
export function createNotifier(): Notifier {
  const listening = new Map<AccountName, Set<Waiter>>();
  const due = new Set<Waiter>();
  // Whoever is woken reads entries, so that many at once would hold up all other requests.
  const wakeOne = (): void => {
    const [waiter] = due;
    if (waiter === undefined) return;
    due.delete(waiter);
    if (due.size > 0) setImmediate(wakeOne);
    waiter.wake();
  };
  const enqueue = (waiter: Waiter): void => {
    if (due.size === 0) setImmediate(wakeOne);
    due.add(waiter);
  };
  return {
    notify: (account, changed) => {
      const waiters = listening.size === 0 ? undefined : listening.get(account);
      if (waiters === undefined) return;
      const change = changed && new Change(changed);
      for (const waiter of waiters) {
        if (change !== undefined) waiter.changes.push(change);
        enqueue(waiter);
      }
    },
    listen: (account, decode) => {
      const waiter = new Waiter(enqueue, decode);
      const waiters = listening.get(account) ?? new Set();
      listening.set(account, waiters.add(waiter));
      return {
        next: (ms, signal) => waiter.next(ms, signal),
        close: () => {
          waiters.delete(waiter);
          due.delete(waiter);
          if (waiters.size === 0 && listening.get(account) === waiters) listening.delete(account);
        },
      };
    },
  };
}

/** An entry that was added or completed; decoded once for all who wait. */
class Change {
  readonly #reference: EntryReference;
  #entry: StoredEntry | undefined = undefined;

  constructor(reference: EntryReference) {
    this.#reference = reference;
  }

  read(decode: Decode): StoredEntry | undefined {
    if (this.#entry === undefined && isKept(this.#reference)) this.#entry = decode(this.#reference);
    return this.#entry;
  }
}

class Waiter {
  changes: Change[] = [];
  #isWoken = false;
  #resolve: (() => void) | undefined = undefined;
  readonly #enqueue: (waiter: Waiter) => void;
  readonly #decode: Decode;

  constructor(enqueue: (waiter: Waiter) => void, decode: Decode) {
    this.#enqueue = enqueue;
    this.#decode = decode;
  }

  wake(): void {
    this.#isWoken = true;
    this.#resolve?.();
  }

  async next(ms: number, signal: AbortSignal | undefined): Promise<readonly StoredEntry[]> {
    if (!this.#isWoken) await this.#woken(ms, signal);
    this.#isWoken = false;
    const { changes } = this;
    this.changes = [];
    return changes.flatMap((change) => change.read(this.#decode) ?? []);
  }

  #woken(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => this.#enqueue(this);
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
