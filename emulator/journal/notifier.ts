/** Wakes those who wait for something to happen in an account, a few in each turn of the event loop. */

import type { EntryReference } from './entry-layout.ts';
import type { AccountName } from './log.ts';

export interface Notifier {
  /** Something happened in an account; with an entry, that was added or completed. */
  readonly notify: (account: AccountName, changed?: EntryReference) => void;
  /** Begins to listen. */
  readonly listen: (account: AccountName) => Listener;
  /** Calls back at once with each entry of any account that was added or completed. */
  readonly follow: (changed: (account: AccountName, reference: EntryReference) => void) => void;
}

export interface Listener {
  /**
   * Resolves after the next notification (one since the last time counts), after so many milliseconds, or when the
   * signal aborts: with the entries that changed since the last time.
   */
  next(ms: number, signal?: AbortSignal): Promise<readonly EntryReference[]>;
  close(): void;
}

/** Whoever is woken reads entries, at worst all of an account: many at once would hold up other requests. */
const MOST_PER_TURN = 4;
/** The longest time that a timer takes. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A notifier without listeners. */
export function createNotifier(): Notifier {
  const listening = new Map<AccountName, Set<Waiter>>();
  const due = new Set<Waiter>();
  let follower: ((account: AccountName, reference: EntryReference) => void) | undefined;
  const wakeSome = (): void => {
    const some: Waiter[] = [];
    for (const waiter of due) {
      if (some.push(waiter) === MOST_PER_TURN) break;
    }
    for (const waiter of some) due.delete(waiter);
    if (due.size > 0) setImmediate(wakeSome);
    for (const waiter of some) waiter.wake();
  };
  const enqueue = (waiter: Waiter): void => {
    if (due.size === 0) setImmediate(wakeSome);
    due.add(waiter);
  };
  return {
    notify: (account, changed) => {
      if (changed !== undefined) follower?.(account, changed);
      const waiters = listening.size === 0 ? undefined : listening.get(account);
      if (waiters === undefined) return;
      for (const waiter of waiters) {
        if (changed !== undefined) waiter.changed.push(changed);
        enqueue(waiter);
      }
    },
    follow: (changed) => {
      follower = changed;
    },
    listen: (account) => {
      const waiter = new Waiter(enqueue);
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

class Waiter {
  changed: EntryReference[] = [];
  #isWoken = false;
  #resolve: (() => void) | undefined = undefined;
  readonly #enqueue: (waiter: Waiter) => void;

  constructor(enqueue: (waiter: Waiter) => void) {
    this.#enqueue = enqueue;
  }

  wake(): void {
    this.#isWoken = true;
    this.#resolve?.();
  }

  async next(ms: number, signal: AbortSignal | undefined): Promise<readonly EntryReference[]> {
    if (!this.#isWoken) await this.#woken(ms, signal);
    this.#isWoken = false;
    const { changed } = this;
    this.changed = [];
    return changed;
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
