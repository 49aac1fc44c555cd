/** The examples of `docs/examples/` run, each with what a reader would have at hand. */

import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { createEmulator } from '../emulator/index.ts';
import { ROOT } from './run.ts';

const FOLDER = join(ROOT, 'docs/examples');
const run = promisify(execFile);
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

const scripts = (await readdir(FOLDER)).filter((name) => name.endsWith('.py'));

test('there are examples in Python', () => {
  expect(scripts).not.toEqual([]);
});

test.for(scripts)('%s passes all of its tests', async (name, { skip }) => {
  if (!hasPython) skip('there is no python3 on this machine');
  const token = 'a-token-for-the-example';
  const emulator = createEmulator({ controlToken: token });
  const { url } = await emulator.listen({ port: 0 });
  const env = {
    ...process.env,
    STANDIN_URL: url,
    STANDIN_CONTROL_URL: `${url}/_standin/`,
    STANDIN_CONTROL_TOKEN: token,
  };
  const { stderr } = await run('python3', [join(FOLDER, name)], { env });
  await emulator.close();
  expect(stderr).toMatch(/Ran [1-9]\d* tests/);
  expect(stderr.trimEnd().endsWith('OK')).toBe(true);
});
