/** Two projects: `unit` beside the files, fast enough for every save; `whole`, the package as its users meet it. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestCase, type TestSpecification } from 'vitest/node';

const BESIDE = '{contract,emulator,conformance,audition,proxy,files,fixtures,bin,bench}/**/*.test.ts';
/** Beside their files too, but they take their time: properties at length, every ffmpeg that is found. */
const LONG = '{contract,emulator,conformance,audition,proxy,files,fixtures,bin,bench}/**/*.whole.test.ts';

/** What takes longest, the longest first: begun last, it would keep one core busy while the others are done. */
const LONGEST = [
  // At full size, as CI runs them.
  'test/docs.test.ts',
  'test/render/sizes.test.ts',
  'test/generated-clients.test.ts',
  'test/hostile/floods.test.ts',
  'test/audition/careful-clients.test.ts',
  'test/backends/durable.test.ts',
  'test/install.test.ts',
  'test/backends/conflicting.test.ts',
  'test/scenarios/downloads.test.ts',
  'test/fuzz.test.ts',
  'test/conformance-cli.test.ts',
  'test/backends/slow.test.ts',
  'test/doors/doors.test.ts',
  'test/render/workflows.test.ts',
  'test/jest.test.ts',
  'test/adding.test.ts',
  'test/render/cache.test.ts',
  'test/prove.test.ts',
  'test/prove-command.test.ts',
  'test/model.test.ts',
  'contract/openapi/agreement.whole.test.ts',
  'test/hostile/kit-clips.test.ts',
  'test/independent.test.ts',
  'test/faults/rates.test.ts',
];

/** Whole-package tests first, each project in a row: a worker goes on without a new process when the next file is of the same project. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ project, moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return project.name === 'unit' ? LONGEST.length + 1 : rank < 0 ? LONGEST.length : rank;
}

/** Names the tests that passed at their second try only: each of them fails now and then, and is to be mended. */
class SecondTries implements Reporter {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const { errors = [] } = test.result();
    const reasons = errors.map(({ message, diff }) => [message, diff ?? ''].join('\n'));
    this.#lines.push(`${test.module.relativeModuleId} > ${test.fullName}`, ...reasons);
  }

  onTestRunEnd(): void {
    if (this.#lines.length > 0)
      process.stdout.write(`\nPassed at the second try only, to be mended:\n${this.#lines.join('\n')}\n`);
  }
}

/** How long a condition may take to come true; no measure of anything either. */
const POLL = { poll: { timeout: 50_000 } };

// Tests start the compiler, which is written in Go and spends a fifth of its time on garbage otherwise.
process.env['GOGC'] ??= '400';

/** Not a measure of anything: a busy machine may take its time. */
const AT_MOST = 600_000;

export default defineConfig({
  test: {
    // More than cores: tests wait for processes, sockets and clocks a part of their time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // Transformed modules are kept by their content: other versions of Node, and the next run, find them there.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    globalSetup: ['test/support/temporary-folder.ts', 'test/support/clip-cache.ts'],
    reporters: ['default', new SecondTries()],
    projects: [
      {
        test: {
          name: 'unit',
          // Unit tests change nothing global, so they may share a process: half the time for the same tests.
          isolate: false,
          pool: 'threads',
          include: [BESIDE],
          exclude: [LONG],
          testTimeout: AT_MOST,
          expect: POLL,
        },
      },
      {
        test: {
          name: 'whole',
          // Each closes what it opens and puts back what it changes: no process of its own for each file either.
          isolate: false,
          include: ['test/**/*.test.ts', LONG],
          testTimeout: AT_MOST,
          hookTimeout: AT_MOST,
          // They drive processes, sockets and a browser, in CI on a machine that others use. Whatever needs its second
          // try is named at the end of the run: a defect to mend.
          retry: process.env['CI'] === undefined ? 0 : 1,
          expect: POLL,
        },
      },
    ],
  },
});
