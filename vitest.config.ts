/**
 * Three projects: `unit` is the tests beside the files, `whole` the tests of the package in `test/`, and `rest` everything
 * that only `npm run test:rest` runs. `npm test` runs `unit` and `whole`.
 */

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { FileTimesReporter } from './test/support/file-times.ts';
import { SecondTriesReporter } from './test/support/second-tries.ts';

const CODE = '{contract,emulator,conformance,audition,proxy,fixtures,lib,bin,bench}';
const REST = '**/*.rest.test.ts';
const MODULES = '**/node_modules/**';

/** The files that take longest start first: started last, one of them would keep one core busy while the others are idle. */
const LONGEST = [
  'test/docs/readme-blocks.test.ts',
  'test/docs/guides.rest.test.ts',
  'test/scenarios/other-ways-downloads.rest.test.ts',
  'test/conformance/independent.rest.test.ts',
  'test/hostile/floods.rest.test.ts',
  'test/render/sizes.rest.test.ts',
  'test/audition/careful-clients.rest.test.ts',
  'test/package/generated-clients.rest.test.ts',
  'test/scenarios/other-ways.rest.test.ts',
  'test/package/install.rest.test.ts',
  'test/scenarios/scenarios.test.ts',
  'test/architecture/adding.rest.test.ts',
  'test/conformance/prove-explain.rest.test.ts',
  'test/conformance/prove-command.rest.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

/** Files of one project follow each other, so that a worker goes on without a new process. */
function rankOf({ project, moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return project.name === 'unit' ? LONGEST.length + 1 : rank < 0 ? LONGEST.length : rank;
}

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

/** On another version of Node, `npm run test:nodes -- --short` runs the folders that depend most on it. */
const WHOLE =
  process.env['OTHER_NODE'] === 'short' ? ['test/{entry-points,command}/**/*.test.ts'] : ['test/**/*.test.ts'];

/** In CI a test of `rest` that fails is tried once more, because other jobs share the machine. The run names it at its end. */
const RETRY = process.env['CI'] === undefined ? 0 : 1;

export default defineConfig({
  test: {
    // More than cores, because tests spend a part of their time waiting for processes, sockets and clocks.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // Transformed modules are cached by content, for other versions of Node and for the next run.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    globalSetup: ['test/support/temporary-folder.ts', 'test/support/clip-cache.ts'],
    reporters: ['default', new SecondTriesReporter(), new FileTimesReporter()],
    projects: [
      {
        test: { ...SHARED, name: 'unit', pool: 'threads', include: [`${CODE}/**/*.test.ts`], exclude: [REST, MODULES] },
      },
      { test: { ...SHARED, name: 'whole', include: WHOLE, exclude: [REST, MODULES] } },
      { test: { ...SHARED, name: 'rest', include: [`test/${REST}`, `${CODE}/${REST}`], retry: RETRY } },
    ],
  },
});
