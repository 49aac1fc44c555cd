/** The entry `standin/vitest`: registers every check as a test of the user's own suite. */

import { groupBy } from '../lib/group-by.ts';
import { SECTIONS } from '../contract/requirements/requirement.ts';
import type { Result } from './engine/judge.ts';
import { sectionOf } from './engine/judge.ts';
import { selectChecks } from './engine/select.ts';
import { isGated } from './engine/verdict-of-run.ts';
import { CHECKS, run, type Report, type RunOptions, type RunTarget } from './index.ts';
import { readProfile } from './profile/read-profile.ts';
import { plainText } from './text/safe-text.ts';
import { evidenceTexts, newIn, promise } from './reporters/words.ts';

const { beforeAll, describe, expect, test } = await import('vitest').catch((cause: unknown) => {
  if (!(cause instanceof Error && cause.message.startsWith("Cannot find package 'vitest'"))) throw cause;
  throw new Error('standin/vitest needs the package vitest, version 3 or newer: run npm install --save-dev vitest.', {
    cause,
  });
});

export interface DescribeOptions extends Omit<RunOptions, 'onEvent' | 'signal'> {
  /** The base URL of the API. A server in the same process also needs `fetch`. */
  readonly baseUrl: string;
  readonly fetch?: Extract<RunTarget, object>['fetch'];
  /** The milliseconds that the run may take. Default: ten minutes. */
  readonly timeoutMs?: number;
}

const TEN_MINUTES = 600_000;

/**
 * Registers the selected checks as tests. They share one run, which the first of them waits for.
 *
 * @example
 * describeConformance({ baseUrl: 'https://staging.example.com', keys: { primary: process.env.KEY } });
 */
export function describeConformance({ baseUrl, fetch, timeoutMs = TEN_MINUTES, ...options }: DescribeOptions): void {
  const { journal, ...rest } = options;
  const profile = readProfile({ ...rest, baseUrl });
  const checks = selectChecks(CHECKS, profile);
  describe(`conformance of ${baseUrl}`, () => {
    let report: Report;
    beforeAll(async () => {
      const target = fetch === undefined ? baseUrl : { baseUrl, fetch };
      report = await run(target, { ...rest, ...(journal === undefined ? {} : { journal }) });
    }, timeoutMs);
    for (const [section, group] of groupBy(checks, (check) => SECTIONS[sectionOf(check)])) {
      describe(`the section "${section}"`, () => {
        for (const { id, proves } of group) {
          test(`${id}: ${proves}`, (context) => {
            const result = report.results.find((candidate) => candidate.id === id);
            if (result === undefined) throw new Error(`The run has no result for ${id}.`);
            const reason = reasonToSkip(result, report);
            if (reason !== undefined) context.skip(reason);
            const isBroken = isGated(result, report) || result.verdict === 'harness-fault';
            expect(isBroken ? failureText(report, result) : '').toBe('');
          });
        }
      });
    }
  });
}

/** Returns the reason to skip a test: the check was not tried, is not gated, or its failure is known. */
function reasonToSkip(result: Result, report: Report): string | undefined {
  if (result.verdict === 'pass' || result.verdict === 'observed' || result.verdict === 'harness-fault')
    return undefined;
  if (isGated(result, report)) return undefined;
  const uncounted = newIn(result, report);
  const verdict = uncounted === undefined ? result.verdict : `${result.verdict} (${uncounted})`;
  return `${verdict}: ${result.known ?? result.reason ?? `expected ${result.expected ?? ''}, got ${result.got ?? ''}`}`;
}

function failureText(report: Report, result: Result): string {
  const why = result.reason ?? `expected ${result.expected ?? ''}\ngot ${result.got ?? ''}`;
  return plainText([promise(result), why, ...evidenceTexts(report, result)].join('\n\n'));
}
