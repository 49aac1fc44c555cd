/**
 * Work on the event loop in slices: jobs run one after the other, and between two of them everything else has its turn.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs a job in a turn of its own. A job should take some milliseconds at most. */
export type Turns = <T>(job: () => T) => Promise<T>;

/** A queue of jobs. Immediates alone would not do: all that are queued by one turn run in the next, without a gap. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(() => nextTurn()).then(job);
    last = result.catch(() => undefined);
    return result;
  };
}
