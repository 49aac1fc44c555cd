/** Lets so many jobs run at once and makes the others wait in line; a waiter whose signal aborts leaves the line. */

import { RenderError } from '../render-error.ts';

export interface Semaphore {
  run<T>(job: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** A gate for `places` jobs at once, in order of arrival. */
export function createSemaphore(places: number): Semaphore {
  let free = places;
  const line: (() => void)[] = [];
  const leave = (): void => {
    const next = line.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const enter = async (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) throw new RenderError('aborted');
    if (free > 0) free -= 1;
    else await waitIn(line, signal);
  };
  return {
    async run(job, signal) {
      await enter(signal);
      try {
        return await job();
      } finally {
        leave();
      }
    },
  };
}

function waitIn(line: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn = (): void => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = (): void => {
      line.splice(line.indexOf(turn), 1);
      reject(new RenderError('aborted'));
    };
    line.push(turn);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
