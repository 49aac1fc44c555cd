/** A semaphore with a rate limit. It limits the concurrent tasks, and the number of tasks that start per second. */

import { sleep } from './sleep.ts';

export interface Semaphore {
  /** Runs the task when there is a place. An urgent task goes before all waiting tasks. */
  run<Result>(task: () => Promise<Result>, urgent?: boolean): Promise<Result>;
}

/** Creates a semaphore. After an abort, or if `perSecond` is undefined, tasks do not wait for the rate. */
export function createSemaphore(atOnce: number, perSecond: number | undefined, signal: AbortSignal): Semaphore {
  const urgent: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let nextStart = 0;

  const enter = async (isUrgent: boolean): Promise<void> => {
    // A finished task hands its place over, so that a newcomer cannot take the place.
    if (running >= atOnce) await new Promise<void>((resolve) => (isUrgent ? urgent : waiting).push(resolve));
    else running += 1;
    if (perSecond === undefined) return;
    const now = Date.now();
    const start = Math.max(now, nextStart);
    nextStart = start + 1000 / perSecond;
    await sleep(start - now, signal);
  };
  const leave = (): void => {
    const next = urgent.shift() ?? waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return {
    run: async (task, isUrgent = false) => {
      await enter(isUrgent);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
