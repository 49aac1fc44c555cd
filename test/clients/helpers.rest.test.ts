/** The helpers of other languages: their own tests pass, with the command as built and without a network. */

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/run.ts';

const COMMAND = `node ${join(ROOT, 'dist', 'bin', 'standin.js')}`;

/** In CI, a missing tool is a failure. */
function isMissing(tool: string, args: readonly string[]): boolean {
  return process.env['CI'] !== 'true' && spawnSync(tool, args).status !== 0;
}

function run(tool: string, args: readonly string[], { folder, env = {} }: { folder: string; env?: NodeJS.ProcessEnv }) {
  const offline = { http_proxy: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1', GOPROXY: 'off' };
  const { status, stdout, stderr } = spawnSync(tool, args, {
    cwd: join(ROOT, 'clients', folder),
    encoding: 'utf8',
    env: {
      ...process.env,
      STANDIN_COMMAND: COMMAND,
      STANDIN_URL: undefined,
      NO_PROXY: '127.0.0.1',
      ...offline,
      ...env,
    },
  });
  return { status, said: `${stdout}${stderr}` };
}

test('the pytest plugin', async ({ skip }) => {
  skip(
    isMissing('python3', ['-m', 'pytest', '--version']),
    'python3 -m pytest is missing: apt-get install python3-pytest',
  );
  const folder = await mkdtemp(join(tmpdir(), 'standin-pytest-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const args = ['-m', 'pytest', '-p', 'no:cacheprovider', '--basetemp', join(folder, 'runs')];
  const { status, said } = run('python3', args, { folder: 'python', env: { PYTHONDONTWRITEBYTECODE: '1' } });
  expect(status, said).toBe(0);
  expect(said).toMatch(/\b14 passed\b/);
});

test('the Go package', ({ skip }) => {
  skip(isMissing('go', ['version']), 'go is missing: apt-get install golang-go');
  const { status, said } = run('go', ['test', '-count=1', '-v', './...'], { folder: 'go' });
  expect(status, said).toBe(0);
  expect(said.match(/^--- PASS/gm), said).toHaveLength(7);
  expect(run('gofmt', ['-l', '.'], { folder: 'go' })).toEqual({ status: 0, said: '' });
  expect(run('go', ['vet', './...'], { folder: 'go' })).toEqual({ status: 0, said: '' });
});
