/** Two projects: `unit` beside the files, fast enough for every save; `whole`, the package as its users meet it. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const BESIDE = '{contract,emulator,conformance,fixtures,bin,bench}/**/*.test.ts';
/** Beside their files too, but they take their time: properties at length, every ffmpeg that is found. */
const LONG = '{contract,emulator,conformance,fixtures,bin,bench}/**/*.whole.test.ts';

export default defineConfig({
  test: {
    // On two cores the default is one worker, and half of the machine would idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          // Unit tests change nothing global, so they may share a process: half the time for the same tests.
          isolate: false,
          pool: 'threads',
          include: [BESIDE],
          exclude: [LONG],
          // Not a measure of anything: a busy machine may take its time.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'whole',
          // Each closes what it opens and puts back what it changes: no process of its own for each file either.
          isolate: false,
          include: ['test/**/*.test.ts', LONG],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
