/** Long work on the event loop, in slices of some milliseconds: between two of them everything else has its turn. */

import { createTurns } from './turns.ts';

/** In milliseconds. */
export const SLICE_MS = 5;

/** One queue for the process: several works at a time take their slices by turns, each with a gap behind it. */
const turns = createTurns();

/**
 * Runs the steps of a generator, as many in each slice as fit; a step should take a fraction of one. Where the signal
 * aborts it ends between two slices, and rejects with the signal's reason.
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

/** Runs all steps of a generator in this turn. */
export function atOnce<Result>(steps: Generator<undefined, Result, undefined>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function slice<Result>(steps: Generator<undefined, Result, undefined>): IteratorResult<undefined, Result> {
  const end = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true || performance.now() >= end) return step;
  }
}
