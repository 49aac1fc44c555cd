/** Runs jobs one after the other on the event loop. Other work runs between two jobs. */

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs a job in a turn of its own. A job should take some milliseconds at most. */
export type Turns = <T>(job: () => T) => Promise<T>;

/** Makes a queue of jobs. Immediates alone would all run in the next turn, without a gap between them. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(() => nextTurn()).then(job);
    last = result.catch(() => undefined);
    return result;
  };
}
