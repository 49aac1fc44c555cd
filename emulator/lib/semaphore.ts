/**
 * A semaphore: so many jobs run at once, the others wait in order of arrival; a waiter whose signal aborts leaves the
 * queue.
 */

export interface Semaphore {
  /** Runs the job when a place is free; rejects with the signal's reason when that aborts first. */
  run<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A semaphore for `places` jobs at once. */
export function createSemaphore(places: number): Semaphore {
  let free = places;
  const queue = new Set<() => void>();
  const release = (): void => {
    const [next] = queue;
    if (next === undefined) free += 1;
    else next();
  };
  const acquire = async (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await waitIn(queue, signal);
  };
  return {
    async run(job, signal) {
      await acquire(signal);
      try {
        return await job();
      } finally {
        release();
      }
    },
  };
}

function waitIn(queue: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn = (): void => {
      queue.delete(turn);
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      queue.delete(turn);
      reject(signal?.reason);
    };
    queue.add(turn);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
