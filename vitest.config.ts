/** Two projects: `unit` beside the files, fast enough for every save; `whole`, the package as its users meet it. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

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
          include: ['{contract,emulator,conformance,fixtures,bin,bench}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
