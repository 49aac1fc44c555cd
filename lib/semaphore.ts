/** A semaphore that limits parallel jobs. Jobs with a lower rank run first, and jobs of the same rank run in order. */

/** The demand for a job. */
export interface Demand {
  /** A signal that cancels the job. */
  readonly signal: AbortSignal;
  /** The rank. It is read for each free slot, because other callers may join the wait. */
  readonly rank: number;
}

export interface Semaphore {
  /** Runs the job when a slot is free. Rejects with the signal's reason if the signal aborts first. */
  run<T>(job: () => Promise<T>, demand?: Partial<Demand>): Promise<T>;
}

interface Waiter {
  readonly begin: () => void;
  readonly demand: Partial<Demand>;
}

/** Creates a semaphore for `slots` parallel jobs. */
export function createSemaphore(slots: number): Semaphore {
  let free = slots;
  const queue = new Set<Waiter>();
  const release = (): void => {
    let next: Waiter | undefined;
    let lowest = Infinity;
    for (const waiter of queue) {
      const { rank = 0 } = waiter.demand;
      if (next === undefined || rank < lowest) [next, lowest] = [waiter, rank];
    }
    if (next === undefined) free += 1;
    else next.begin();
  };
  return {
    run: async (job, demand = {}) => {
      demand.signal?.throwIfAborted();
      if (free === 0) await waitIn(queue, demand);
      else free -= 1;
      try {
        return await job();
      } finally {
        release();
      }
    },
  };
}

function waitIn(queue: Set<Waiter>, demand: Partial<Demand>): Promise<void> {
  const { signal } = demand;
  return new Promise((resolve, reject) => {
    const leave = (settle: () => void): void => {
      queue.delete(waiter);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const abort = (): void => leave(() => reject(signal?.reason));
    const waiter: Waiter = { begin: () => leave(resolve), demand };
    queue.add(waiter);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
