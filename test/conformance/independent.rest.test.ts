/**
 * A server in another language, written from the API document alone. The kit passes it, also with each legal switch.
 * The kit fails it with each of its defects.
 */

import { spawnSync } from 'node:child_process';
import { describe, test } from 'vitest';
import { run, type Report, type RunOptions } from '../../conformance/index.ts';
import { LEGAL, PROFILE, withIndependentServer } from './independent/serve.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const reason = hasPython ? '' : ' (skipped: python3 is missing)';

/** Each switch, and a check that must fail with it. */
const SWITCHES = [
  ['31-seconds', 'create.duration-seconds.range.above'],
  ['unknown-fields', 'create.unknown-fields.other'],
  ['no-refund', 'credits.refund'],
  ['foreign-records', 'get.foreign'],
  ['open-content', 'authentication.content.missing'],
  ['no-range', 'content.range.status.start'],
  ['short-range', 'content.range.bytes.start'],
  ['25-fps', 'content.frame-rate'],
  ['html-errors', 'error.envelope'],
  ['cost-drift', 'record.cost-usd.reserved'],
  ['created-201', 'create.answer.status'],
  ['cost-as-text', 'record.cost-usd'],
  ['data-wrapper', 'record.id'],
  ['early-output', 'record.output.not-otherwise'],
  ['error-on-success', 'record.error.not-otherwise'],
  ['silent-failure', 'state.to-failed'],
  ['open-records', 'authentication.get.missing'],
  ['frame-short', 'content.duration.bounds'],
  ['no-sound', 'content.audio.on'],
  ['images-in-text', 'workflow.text.no-images'],
  ['key-prefix', 'authentication.near-key.get-longer'],
  ['own-402-code', 'errors.insufficient-credits.code'],
] as const;

const LEGAL_RUNS = (process.env['LEGAL_ALONE'] === undefined ? LEGAL : LEGAL.flat().map((name) => [name])).map(
  (names) => ({ names }),
);

const judged = (more: RunOptions, ...args: string[]): Promise<Report> =>
  withIndependentServer(args, (url) => run(url, { ...PROFILE, ...more }));

const failed = ({ results }: Report): string[] =>
  results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);

/** The runs are parallel, because a run mostly waits for generations. */
describe.skipIf(!hasPython).concurrent(`the independent server${reason}`, () => {
  test('is green, with both the document gate and the HTTP gate', async ({ expect }) => {
    const report = await judged({ gates: ['document', 'http'] });
    expect(failed(report)).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(report.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(300);
  });

  test.for(LEGAL_RUNS)('is green with --legal $names', async ({ names }, { expect }) => {
    const report = await judged({ gates: ['document', 'http'] }, '--legal', ...names);
    expect(failed(report)).toEqual([]);
    expect(report.exitCode).toBe(0);
  });

  // One check is enough here, because the run above passes it on the server without defects.
  test.for(SWITCHES)('is red with --break %s', async ([name, check], { expect }) => {
    const report = await judged({ only: [check] }, '--break', name);
    expect(failed(report)).toContain(check);
    expect(report.exitCode).toBe(1);
  });
});
