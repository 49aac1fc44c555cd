/** A vitest setup file: records how many seconds a test file took, for the table of `file-times.ts`. */

import { afterAll } from 'vitest';

import { cpuSeconds } from './cpu-time.ts';

const cpuBefore = cpuSeconds();
const before = performance.now();

// vitest reads the parameters of a hook as a list of fixtures, so the test file is read from `arguments`.
afterAll(function () {
  const file: { readonly meta: object } = arguments[1];
  const times: FileTimes = { cpu: cpuSeconds() - cpuBefore, wall: (performance.now() - before) / 1000 };
  Object.assign(file.meta, { times });
});

/** Seconds. The CPU time includes child processes that have ended. */
export interface FileTimes {
  readonly cpu: number;
  readonly wall: number;
}
