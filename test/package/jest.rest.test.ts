/** Jest as docs/jest.md shows it, in an ESM and a CommonJS project; `FROM_REGISTRY=full` installs it. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { blocksOf } from '../docs/blocks.ts';
import { ROOT } from '../support/run.ts';
import { ALL_FROM_REGISTRY, openUserProject, type UserProject } from '../support/user-project.ts';

const JEST = 'node_modules/jest/bin/jest.js';
const FLAG = { NODE_OPTIONS: '--experimental-vm-modules' };
const page = join('docs', 'jest.md');
const suites = blocksOf(page, await readFile(join(ROOT, page), 'utf8')).filter(({ language }) => language === 'js');

describe.skipIf(!ALL_FROM_REGISTRY)('Jest, which only .ci/long installs (FROM_REGISTRY=full)', () => {
  let project: UserProject;
  beforeAll(async () => {
    project = await openUserProject(['jest@30']);
    const config = { testMatch: ['**/*.test.?(m|c)js'], transform: {} };
    await writeFile(join(project.folder, 'jest.config.json'), JSON.stringify(config));
    for (const { file = '', text } of suites) await writeFile(join(project.folder, file), text);
  });
  afterAll(() => project.remove());

  test.each(['esm.test.mjs', 'commonjs.test.cjs'])('runs %s with the flag for ESM', (file) => {
    const { status, output } = project.node([JEST, file], FLAG);
    expect(output).toContain('1 passed, 1 total');
    expect(status).toBe(0);
  });

  test('runs exec.test.cjs without any flag, inside standin exec', () => {
    const standin = join('node_modules', 'standin', 'dist', 'bin', 'standin.js');
    const { status, output } = project.node([standin, 'exec', '--', process.execPath, JEST, 'exec.test.cjs']);
    expect(output).toContain('1 passed, 1 total');
    expect(status).toBe(0);
  });

  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const jestRequiresEsm = major > 24 || (major === 24 && minor >= 9);

  test('a CommonJS suite can require standin/testing on Node 24.9 or newer, and only with the flag', async () => {
    const suite = `const { useStandin } = require('standin/testing');
const standin = useStandin({ latency: 'instant' });
test('there is a server', () => expect(standin.baseUrl).toMatch(/^http:/));
`;
    await writeFile(join(project.folder, 'requires.test.cjs'), suite);
    expect(project.node([JEST, 'requires.test.cjs'], FLAG).status === 0).toBe(jestRequiresEsm);
    expect(project.node([JEST, 'requires.test.cjs']).status).toBe(1);
  });

  test('a suite that fails, fails', async () => {
    const broken = suites.find(({ file }) => file === 'esm.test.mjs')?.text.replace('toBe(202)', 'toBe(201)') ?? '';
    await writeFile(join(project.folder, 'broken.test.mjs'), broken);
    expect(project.node([JEST, 'broken.test.mjs'], FLAG).status).toBe(1);
  });
});

test('the page shows a suite for each way', () => {
  expect(suites.map(({ file }) => file)).toEqual(['esm.test.mjs', 'commonjs.test.cjs', 'exec.test.cjs']);
});
