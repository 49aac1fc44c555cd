/** A semaphore that limits parallel jobs. Accounts take turns, and the jobs of one account run in order. */

/** The demand for a job: a signal that cancels it, and the accounts that wait for it. */
export interface Demand {
  readonly signal: AbortSignal;
  /** Returns the accounts. It is called for each free slot, because other accounts may join the wait. */
  readonly accounts: () => Iterable<string>;
}

export interface Semaphore {
  /** Runs the job when a slot is free. Rejects with the signal's reason if the signal aborts first. */
  run<T>(job: () => Promise<T>, demand?: Partial<Demand>): Promise<T>;
}

interface Waiter {
  readonly begin: () => void;
  readonly accounts: Demand['accounts'];
}

/** The account name of jobs without an account. */
const NO_ACCOUNT = '';

/** Creates a semaphore for `slots` parallel jobs. */
export function createSemaphore(slots: number): Semaphore {
  let free = slots;
  let turn = 0;
  const queue = new Set<Waiter>();
  /** The number of each account's last turn. It is empty while no job waits. */
  const turns = new Map<string, number>();
  const longestWaiting = (accounts: Iterable<string>): string => {
    const [first = NO_ACCOUNT, ...others] = accounts;
    return others.reduce((best, one) => ((turns.get(one) ?? 0) < (turns.get(best) ?? 0) ? one : best), first);
  };
  const takeTurn = (account: string): void => void turns.set(account, (turn += 1));
  const release = (): void => {
    let next: { readonly waiter: Waiter; readonly account: string } | undefined;
    for (const waiter of queue) {
      const account = longestWaiting(waiter.accounts());
      if (next === undefined || (turns.get(account) ?? 0) < (turns.get(next.account) ?? 0)) next = { waiter, account };
      if (!turns.has(account)) break;
    }
    if (next === undefined) {
      free += 1;
      turns.clear();
      return;
    }
    takeTurn(next.account);
    next.waiter.begin();
  };
  return {
    run: async (job, { signal, accounts = () => [] } = {}) => {
      signal?.throwIfAborted();
      if (free === 0) await waitIn(queue, accounts, signal);
      else {
        free -= 1;
        takeTurn(longestWaiting(accounts()));
      }
      try {
        return await job();
      } finally {
        release();
      }
    },
  };
}

function waitIn(queue: Set<Waiter>, accounts: Demand['accounts'], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (settle: () => void): void => {
      queue.delete(waiter);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const abort = (): void => leave(() => reject(signal?.reason));
    const waiter: Waiter = { begin: () => leave(resolve), accounts };
    queue.add(waiter);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
