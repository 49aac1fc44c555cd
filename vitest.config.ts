/**
 * Three projects: `unit` is the tests beside the files, `whole` the tests of the package in `test/`, and `rest` everything
 * that only `npm run test:rest` runs. `npm test` runs `unit` and `whole`.
 */

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

import { FileTimesReporter } from './test/support/file-times.ts';

const CODE = '{contract,emulator,conformance,audition,proxy,files,fixtures,bin,bench}';
const REST = '**/*.rest.test.ts';
const MODULES = '**/node_modules/**';

// Tests start the compiler, which is written in Go. By default it spends a fifth of its time on garbage collection.
process.env['GOGC'] ??= '400';

/** Not a measurement: a busy machine may be slow. */
const TIMEOUT = 600_000;

const SHARED = {
  // The tests of a project share a process. Each test closes what it opens and restores what it changes.
  isolate: false,
  setupFiles: ['test/support/measure-file.ts'],
  testTimeout: TIMEOUT,
  hookTimeout: TIMEOUT,
  expect: { poll: { timeout: 50_000 } },
};

export default defineConfig({
  test: {
    // More than cores, because tests spend a part of their time waiting for processes, sockets and clocks.
    maxWorkers: availableParallelism() + 2,
    // Transformed modules are cached by content, for other versions of Node and for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    globalSetup: ['test/support/temporary-folder.ts', 'test/support/clip-cache.ts'],
    reporters: ['default', new FileTimesReporter()],
    projects: [
      {
        test: { ...SHARED, name: 'unit', pool: 'threads', include: [`${CODE}/**/*.test.ts`], exclude: [REST, MODULES] },
      },
      { test: { ...SHARED, name: 'whole', include: ['test/**/*.test.ts'], exclude: [REST, MODULES] } },
      { test: { ...SHARED, name: 'rest', include: [`test/${REST}`, `${CODE}/${REST}`] } },
    ],
  },
});
