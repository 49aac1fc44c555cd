/** The workflows that publish: actionlint finds nothing in them, and their checks run in a shell. */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { lintWorkflow, PINNED } from '../docs/actionlint.ts';
import { ROOT, runNpm } from '../support/run.ts';

const FOLDER = '.github/workflows';
const workflows = readdirSync(join(ROOT, FOLDER)).map((name) => `${FOLDER}/${name}`);
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };

const check = (env: NodeJS.ProcessEnv): { status: number | null; stderr: string } => {
  const { status, stderr } = spawnSync('sh', [join(ROOT, 'scripts', 'check-release.sh')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });
  return { status, stderr };
};

test.each([...workflows, 'action.yml'])('%s pins its actions to digests', async (path) => {
  const yaml = await readFile(join(ROOT, path), 'utf8');
  expect(yaml.match(PINNED)).toHaveLength((yaml.match(/uses: /g) ?? []).length);
});

test.each(workflows)('actionlint finds nothing in %s', async (path) => {
  const yaml = await readFile(join(ROOT, path), 'utf8');
  expect(await lintWorkflow(yaml)).toEqual([]);
  expect(await lintWorkflow(yaml.replace('ubuntu-latest', 'ubuntu'))).toHaveLength(1);
});

test.each(workflows)('the scripts of %s can be read by a shell', async (path) => {
  const { jobs } = parse(await readFile(join(ROOT, path), 'utf8')) as {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
  };
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(scripts.length).toBeGreaterThan(1);
  for (const script of scripts) expect(spawnSync('bash', ['-nc', script]).status).toBe(0);
});

test('a tag of the version and a name under a scope can be released', () => {
  expect(check({ GITHUB_REF_NAME: `v${version}`, NPM_NAME: '@you/standin' })).toEqual({ status: 0, stderr: '' });
});

test.each([
  [{ GITHUB_REF_NAME: 'v99.0.0', NPM_NAME: '@you/standin' }, `Push the tag v${version}.`],
  [{ GITHUB_REF_NAME: `v${version}`, NPM_NAME: 'standin' }, 'not a name under a scope'],
  [{ GITHUB_REF_NAME: `v${version}` }, 'NPM_NAME is ""'],
])('%o cannot be released', (env, message) => {
  expect(check(env)).toEqual({ status: 1, stderr: expect.stringContaining(message) });
});

test('under a scope, npm would publish the package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'standin-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { stdout } = await runNpm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder]);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  spawnSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
  const npm = (...args: string[]) => spawnSync('npm', args, { cwd: join(folder, 'package'), encoding: 'utf8' });
  expect(npm('pkg', 'set', 'name=@you/standin').status).toBe(0);
  const { status, stderr } = npm('publish', '--dry-run', '--ignore-scripts', '--access', 'public');
  expect([status, stderr]).toEqual([0, expect.stringContaining(`@you/standin@${version}`)]);
});
