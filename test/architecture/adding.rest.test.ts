/** Adds a scenario, an effect and an amount as CONTRIBUTING describes, in a copy of the project. */

import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listScenarios } from '../../emulator/index.ts';
import { ROOT } from '../support/run.ts';

/**
 * Folders that the copy links instead of copying: npm installs or vitest transforms their content. Other build output
 * and caches are left out.
 */
const LINKED = ['node_modules', 'test/openapi-types/node_modules', '.cache/vitest'];
const LEFT = new Set(['node_modules', 'dist', 'coverage', '.git', '.cache']);

let copy: string;
beforeAll(async () => {
  copy = await emptyFolder();
  for (const name of await readdir(ROOT)) {
    if (LEFT.has(name)) continue;
    await cp(join(ROOT, name), join(copy, name), { recursive: true, filter: (path) => !LEFT.has(basename(path)) });
  }
  await mkdir(join(copy, '.cache'));
  for (const path of LINKED) await symlink(join(ROOT, path), join(copy, path), 'junction');
});
afterAll(() => rm(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

/** Returns the same folder each time, so that tools know its files by path, or a new folder if that one is in use. */
async function emptyFolder(): Promise<string> {
  const usual = join(ROOT, '.cache', 'adding');
  try {
    await mkdir(usual);
    return usual;
  } catch {
    return mkdtemp(join(tmpdir(), 'standin-adding-'));
  }
}

function inCopy(program: string, ...args: string[]): { readonly status: number | null; readonly said: string } {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, VITEST: undefined, GOGC: '400' };
  const file = join(ROOT, 'node_modules', '.bin', program);
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: copy, encoding: 'utf8', env });
  return { status, said: stdout + stderr };
}

/** Changes a file of the copy, which must contain the text to replace. */
async function change(path: string, before: string | RegExp, after: string): Promise<void> {
  const text = await readFile(join(copy, path), 'utf8');
  const changed = text.replace(before, after);
  expect(changed).not.toBe(text);
  await writeFile(join(copy, path), changed);
}

/** `.ci/long` sets it. Then the tools of the project run in the copy. */
const isFull = process.env['SIZES'] === 'full';

describe.runIf(isFull)('a scenario', () => {
  const name = 'seeded_teapot';
  const file = {
    number: Math.max(...listScenarios().map(({ number }) => number)) + 1,
    name,
    server: 'The first poll gets 418.',
    client: 'Polls again.',
    rules: [{ id: 'teapot', match: { operation: 'get', nth: 1 }, effect: { kind: 'answer', status: 418 } }],
  };
  const seeded = `export const REFUSALS: Cases = {
  ${name}: {
    shows: 'the first poll gets 418',
    run: async (site) => {
      expect((await site.poll(await site.created())).status).toBe(418);
    },
  },`;

  test('is one file of data, one case and npm run generate: its tests pass, and it stands on the page', async () => {
    await writeFile(join(copy, 'fixtures', 'scenarios', `${name}.json`), JSON.stringify(file));
    await change('test/scenarios/cases/refusals.ts', 'export const REFUSALS: Cases = {', seeded);
    const generate = inCopy('jiti', 'scripts/generate.ts');
    expect(generate.status, generate.said).toBe(0);
    const tests = ['test/scenarios/files.test.ts', 'test/scenarios/scenarios.test.ts'];
    const ran = inCopy('vitest', 'run', ...tests, '-t', `scenario files|${name}`);
    expect(ran.status, ran.said).toBe(0);
    expect(ran.said).toMatch(/Test Files +2 passed/);
    expect(await readFile(join(copy, 'docs', 'scenarios.md'), 'utf8')).toContain(`\`${name}\``);
  });

  test('without its case fails', async () => {
    await change('test/scenarios/cases/refusals.ts', seeded, 'export const REFUSALS: Cases = {');
    const ran = inCopy('vitest', 'run', 'test/scenarios/files.test.ts');
    expect(ran.status).toBe(1);
    expect(ran.said).toContain('have a test each');
  });
});

describe('an effect of a fault', () => {
  test('that the schema knows and nobody carries out does not compile', async () => {
    const config = { extends: './tsconfig.json', include: ['emulator'], exclude: ['**/*.test.ts', '**/testing/**'] };
    await writeFile(join(copy, 'tsconfig.effect.json'), JSON.stringify(config));
    const union = /discriminatedUnion\(\s*'kind',\s*\[/;
    await change('emulator/faults/effect.ts', union, `$&z.strictObject({ kind: z.literal('seeded') }), `);
    const { status, said } = inCopy('tsc', '-p', 'tsconfig.effect.json');
    expect(said).toMatch(/emulator\/api\/faults\/reaction\.ts\(\d+,\d+\): error TS\d+: .*seeded/);
    expect(status).not.toBe(0);
  });
});
