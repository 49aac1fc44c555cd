/**
 * A semaphore: so many jobs run at once. Of the others the next is one of the account that had its turn the longest
 * ago, and of several such jobs the one that came first. A waiter whose signal aborts leaves the queue.
 */

export interface Semaphore {
  /** Runs the job when a place is free; rejects with the signal's reason when that aborts first. */
  run<T>(job: () => Promise<T>, options?: TurnOptions): Promise<T>;
}

export interface TurnOptions {
  readonly signal?: AbortSignal | undefined;
  /** The accounts that wait for the job now; looked at whenever a place is free. Jobs of none share their turns. */
  readonly accounts?: (() => Iterable<string>) | undefined;
}

/** A semaphore for `places` jobs at once. */
export function createSemaphore(places: number): Semaphore {
  let free = places;
  const queue = new Set<Waiter>();
  const turns = new TurnsTaken();
  const release = (): void => {
    const next = turns.next(queue);
    if (next === undefined) free += 1;
    else next.begin();
  };
  const acquire = async ({ signal, accounts = nobody }: TurnOptions): Promise<void> => {
    signal?.throwIfAborted();
    if (free === 0) return waitIn(queue, accounts, signal);
    free -= 1;
    turns.take(accounts());
  };
  return {
    async run(job, options = {}) {
      await acquire(options);
      try {
        return await job();
      } finally {
        release();
      }
    },
  };
}

interface Waiter {
  readonly begin: () => void;
  readonly accounts: () => Iterable<string>;
}

const nobody = (): Iterable<string> => [];
const NO_ACCOUNT = '';

/** When each account had its last turn, while anybody waits. */
class TurnsTaken {
  readonly #last = new Map<string, number>();
  #count = 0;

  /** Takes the turn of the account that has waited longest for one. */
  take(accounts: Iterable<string>): void {
    const [account] = this.#longestWaiting(accounts);
    this.#last.set(account, (this.#count += 1));
  }

  /** Who is next; that turn is taken. */
  next(queue: ReadonlySet<Waiter>): Waiter | undefined {
    let best: { readonly waiter: Waiter; readonly account: string; readonly last: number } | undefined;
    for (const waiter of queue) {
      const [account, last] = this.#longestWaiting(waiter.accounts());
      if (best === undefined || last < best.last) best = { waiter, account, last };
      if (last === 0) break;
    }
    if (best === undefined) this.#last.clear();
    else this.#last.set(best.account, (this.#count += 1));
    return best?.waiter;
  }

  #longestWaiting(accounts: Iterable<string>): readonly [account: string, last: number] {
    let best: readonly [string, number] | undefined;
    for (const account of accounts) {
      const last = this.#last.get(account) ?? 0;
      if (best === undefined || last < best[1]) best = [account, last];
    }
    return best ?? [NO_ACCOUNT, this.#last.get(NO_ACCOUNT) ?? 0];
  }
}

function waitIn(queue: Set<Waiter>, accounts: Waiter['accounts'], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      queue.delete(waiter);
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      queue.delete(waiter);
      reject(signal?.reason);
    };
    const waiter: Waiter = { begin, accounts };
    queue.add(waiter);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
