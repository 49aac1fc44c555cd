/**
 * A search for failures of the server in another language: it finds nothing in what is legal, and each of its defects.
 * `SIZES=full` takes every defect.
 */

import { spawnSync } from 'node:child_process';
import { describe, test } from 'vitest';
import { run, type Report, type RunOptions } from '../../conformance/index.ts';
import { LEGAL, PROFILE, withIndependentServer } from './independent/serve.ts';

const IS_FULL = process.env['SIZES'] === 'full';
const hasPython = spawnSync('python3', ['--version']).status === 0;
const reason = hasPython ? '' : ' (skipped: python3 is missing)';

/** Each switch, and the promise that a search alone finds broken first. */
const SWITCHES = [
  ['31-seconds', 'create.duration-seconds.range'],
  ['no-range', 'content.range.status'],
  ['foreign-records', 'get.foreign'],
  ['own-402-code', 'errors.insufficient-credits.code'],
  ['unknown-fields', 'create.unknown-fields'],
  ['no-refund', 'credits.refund'],
  ['open-content', 'authentication.content.invalid'],
  ['short-range', 'content.range.bytes'],
  ['25-fps', 'content.frame-rate'],
  ['html-errors', 'error.envelope'],
  ['cost-drift', 'record.cost-usd.reserved'],
  ['created-201', 'create.answer.status'],
  ['cost-as-text', 'record.cost-usd'],
  ['data-wrapper', 'record.id'],
  ['early-output', 'record.output.not-otherwise'],
  ['error-on-success', 'record.error.not-otherwise'],
  ['silent-failure', 'state.to-failed'],
  ['open-records', 'get.foreign'],
  ['frame-short', 'content.duration.bounds'],
  ['no-sound', 'content.audio.on'],
  ['images-in-text', 'workflow.text.no-images'],
  ['key-prefix', 'authentication.content.invalid'],
] as const;

const explored = (rounds: number, more: Partial<RunOptions['explore']>, ...args: string[]): Promise<Report> =>
  withIndependentServer(args, (url) =>
    run(url, { ...PROFILE, gates: ['document', 'http'], explore: { rounds, alone: true, ...more }, budget: 1000 }),
  );

describe.skipIf(!hasPython).concurrent(`a search of the independent server${reason}`, () => {
  test.for([[], ...LEGAL].map((names) => ({ names })))(
    'finds nothing with --legal $names',
    async ({ names }, { expect }) => {
      const args = names.length === 0 ? [] : ['--legal', ...names];
      const report = await explored(IS_FULL ? 500 : 30, {}, ...args);
      expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      expect(report.exitCode).toBe(0);
    },
  );

  test.for(SWITCHES.slice(0, IS_FULL ? undefined : 4))('finds --break %s', async ([name, promise], { expect }) => {
    const report = await explored(500, { findings: 1 }, '--break', name);
    expect(report.results.map(({ requirement }) => requirement)).toContain(promise);
    expect(report.exitCode).toBe(1);
  });
});
