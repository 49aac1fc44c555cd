/** Runs long work on the event loop in slices of some milliseconds. Other work runs between two slices. */

import { createTurns } from './turns.ts';

/** In milliseconds. */
const SLICE_MS = 5;

/** One queue for the process: several works take their slices in turn, with a gap behind each slice. */
const turns = createTurns();

/**
 * Runs the steps of a generator. A step should take a fraction of a slice. If the signal aborts, the work ends after its
 * slice and rejects with the signal's reason.
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
