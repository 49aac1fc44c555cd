/** A vitest reporter: names the tests that passed only at their second try, with the reason of the first failure. */

import type { Reporter, TestCase } from 'vitest/node';

export class SecondTriesReporter implements Reporter {
  readonly #lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const { errors = [] } = test.result();
    const reasons = errors.map(({ message, diff }) => [message, diff ?? ''].join('\n'));
    this.#lines.push(`${test.module.relativeModuleId} > ${test.fullName}`, ...reasons);
  }

  onTestRunEnd(): void {
    if (this.#lines.length > 0)
      process.stdout.write(`\nFlaky, passed at the second try. Fix these tests:\n${this.#lines.join('\n')}\n`);
  }
}
