/** A semaphore that also limits the number of tasks that start per second. */

import type { Semaphore } from '../../lib/semaphore.ts';
import { sleep } from './sleep.ts';

/** Adds a rate to a semaphore. After an abort, or if `perSecond` is undefined, tasks do not wait for the rate. */
export function withRate(semaphore: Semaphore, perSecond: number | undefined, signal: AbortSignal): Semaphore {
  if (perSecond === undefined) return semaphore;
  let nextStart = 0;
  return {
    run: (task, demand) =>
      semaphore.run(async () => {
        const now = Date.now();
        const start = Math.max(now, nextStart);
        nextStart = start + 1000 / perSecond;
        await sleep(start - now, signal);
        return task();
      }, demand),
  };
}
