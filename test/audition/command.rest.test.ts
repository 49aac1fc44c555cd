/**
 * `standin audition` as its users start it: unusual drivers get the right verdict, and each run cleans up after itself.
 */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, runStandin, type Outcome } from '../support/run.ts';

const DRIVER = join(ROOT, 'test', 'audition', 'driver.mjs');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-audition-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function audition(how: string, ...flags: string[]): Promise<Outcome> {
  const args = ['audition', '--only', 'content_cut_at_40', ...flags, '--', process.execPath, DRIVER, how];
  return runStandin(args, { env: { NO_COLOR: '1', CI: 'true' } });
}

describe('a driver that', () => {
  test.concurrent('makes a clip for a goal that nobody knows is untestable', async () => {
    const { status, stdout } = await audition('ignores-the-goal');
    expect(stdout).toContain('Driver self-test failed');
    expect(status).toBe(3);
  });

  test.concurrent.each([['nosuch.ts'], ['node', 'nosuch.mjs'], ['python3', 'nosuch.py', '--quiet']])(
    'of a missing file is wrong usage: %s',
    async (...words) => {
      const { status, stderr } = await runStandin(['audition', '--', ...words], { cwd: folder });
      const file = words.find((word) => word.startsWith('nosuch'));
      expect([status, stderr]).toEqual([2, `standin: ${file}: no such file in ${folder}\n`]);
    },
  );

  test.concurrent('gives up after one broken download, and says so, is not a failure', async () => {
    const { status, stdout } = await audition('plain');
    expect(stdout).toMatch(/gave-up +1 +\(allowed\) content_cut_at_40/);
    expect(status).toBe(0);
  });

  test.concurrent('ends with an exception that nobody caught is crashed', async () => {
    const { status, stdout } = await audition('throws');
    expect(stdout).toMatch(/crashed +1 +content_cut_at_40/);
    expect(status).toBe(1);
  });

  test.concurrent('writes another file is broken, and that stands first', async () => {
    const { status, stdout } = await audition('writes-another-file');
    expect(stdout).toContain('The client reported a delivery, but the file is not the clip: it has 7 bytes');
    expect(status).toBe(1);
  });
});

test('the output of a client is kept at both ends, and the run can be judged again', async () => {
  const report = join(folder, 'a', 'report.json');
  const { status } = await audition('says-a-lot', '--report', `json=${report}`);
  expect(status).toBe(0);
  expect((await readdir(join(folder, 'a', 'report-output'))).toSorted()).toEqual([
    'content_cut_at_40.txt',
    'healthy.txt',
    'run.jsonl',
  ]);
  const said = await readFile(join(folder, 'a', 'report-output', 'healthy.txt'), 'utf8');
  expect(said).toContain('more characters) …');
  expect(said.length).toBeLessThan(300_000);
  const again = await runStandin(['audition', 'judge', join(folder, 'a', 'report-output', 'run.jsonl'), '--json']);
  const [first, second] = [JSON.parse(await readFile(report, 'utf8')), JSON.parse(again.stdout)];
  expect(second).toEqual(first);
});

test('a pinned edition reports newer checks and does not count them, and the saved run keeps the edition', async () => {
  const keep = join(folder, 'editions');
  const flags = ['--only', 'rate_limit_burst_then_ok', '--edition', '0.1', '--keep', keep];
  const driver = ['--', process.execPath, DRIVER, 'changes-its-body'];
  const { status, stdout } = await runStandin(['audition', ...flags, ...driver], {
    env: { NO_COLOR: '1', CI: 'true' },
  });
  expect(stdout).toContain('must same-body-on-every-attempt (not counted: new in edition 0.2)');
  expect([status, stdout]).toEqual([0, expect.stringContaining('Edition 0.1.')]);
  const judge = ['audition', 'judge', join(keep, 'run.jsonl')];
  expect(await runStandin(judge)).toMatchObject({ status: 0 });
  const newest = await runStandin([...judge, '--edition', '0.2']);
  expect(newest).toMatchObject({ status: 1, stdout: expect.stringContaining('BROKEN  rate_limit_burst_then_ok') });
  const wrong = await runStandin([...judge, '--edition', '0.9']);
  expect(wrong).toMatchObject({ status: 2, stderr: 'standin: edition must be one of 0.1, 0.2, not "0.9".\n' });
});
