/** Runs jobs sequentially on the event loop, and long work in slices. Other work runs between jobs and slices. */

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

/** The length of a slice in milliseconds. */
const SLICE_MS = 5;

/** One queue for the process, so that several works alternate and other work can run after each slice. */
const turns = createTurns();

/**
 * Runs the steps of a generator. A step should be much shorter than a slice. If the signal aborts, the work ends after
 * its slice and rejects with the signal's reason.
 */
export async function inSlices<Result>(
  steps: Generator<undefined, Result, undefined>,
  signal?: AbortSignal,
): Promise<Result> {
  for (;;) {
    const step = await turns(() => slice(steps));
    if (step.done === true) return step.value;
    signal?.throwIfAborted();
  }
}

function slice<Result>(steps: Generator<undefined, Result, undefined>): IteratorResult<undefined, Result> {
  const end = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true || performance.now() >= end) return step;
  }
}
