/** A semaphore with a rate limit: bounds concurrent tasks, and how many start per second. */

import { sleep } from './sleep.ts';

export interface Semaphore {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** No rate limit if `perSecond` is undefined. After the signal aborts, tasks no longer wait for the rate. */
export function createSemaphore(atOnce: number, perSecond: number | undefined, signal: AbortSignal): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  let nextStart = 0;

  const enter = async (): Promise<void> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    if (perSecond === undefined) return;
    const now = Date.now();
    const start = Math.max(now, nextStart);
    nextStart = start + 1000 / perSecond;
    await sleep(start - now, signal);
  };
  const leave = (): void => {
    running -= 1;
    waiting.shift()?.();
  };
  return {
    run: async (task) => {
      await enter();
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
