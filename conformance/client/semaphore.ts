/** Lets only so many tasks run at a time, and no more than so many begin in a second. */

import { sleep } from './sleep.ts';

export interface Semaphore {
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** `perSecond` undefined means no limit on the rate. Once the signal is given, nobody waits for a turn any more. */
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
