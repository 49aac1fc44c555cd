/**
 * A test run that leaves a folder behind reports it, and fails in CI. It runs vitest with our setup and a seeded test.
 */

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../support/run.ts';

const LEAVES = (name: string) => `
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
test('leaves a folder', () => void mkdtempSync(join(tmpdir(), '${name}-')));
`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-left-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

interface Ran {
  readonly status: number | null;
  readonly said: string;
}

/** Runs a test that leaves a folder with this name, in its own temporary folder. */
async function runWith(name: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  await writeFile(join(folder, 'seeded.test.mjs'), LEAVES(name));
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const setup = join(ROOT, 'test/support/temporary-folder.ts');
  await writeFile(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { include: ['*.test.mjs'], globalSetup: ${JSON.stringify([setup])}, cache: false } };`,
  );
  const { CI: _, ...rest } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
    cwd: ROOT,
    env: { ...rest, TMPDIR: folder, ...env },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

const left = async (): Promise<string[]> => (await readdir(folder)).filter((name) => name.startsWith('standin-'));

test('a leftover folder is named and removed, and the run fails only in CI', async () => {
  const inCi = await runWith('standin-seeded', { CI: 'true' });
  expect(inCi.said).toMatch(/Tests left 1 in the temporary folder, .*: standin-seeded-/);
  expect(inCi.said).toContain('1 passed');
  expect([inCi.status, await left()]).toEqual([1, []]);
  const locally = await runWith('standin-seeded', {});
  expect(locally.said).toContain('standin-seeded-');
  expect([locally.status, await left()]).toEqual([0, []]);
});

test('leftovers of other programs do not count', async () => {
  const { status, said } = await runWith('chromium', { CI: 'true' });
  expect(said).not.toContain('Tests left');
  expect([status, await left()]).toEqual([0, []]);
});
