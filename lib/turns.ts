/** Runs jobs sequentially on the event loop. Other work runs between two jobs. */

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs a job in its own turn of the event loop. A job should take at most some milliseconds. */
export type Turns = <T>(job: () => T) => Promise<T>;

/** Creates a queue of jobs. With immediates alone, all jobs would run in the same turn. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(() => nextTurn()).then(job);
    last = result.catch(() => undefined);
    return result;
  };
}
