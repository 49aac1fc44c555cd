/**
 * Runs `npm run prove` in a copy of the build. It passes with a few checks, and fails if one of them is removed or
 * weakened.
 */

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/run.ts';

const MEANT = 'create.model.constant.inherited';
const MUTANT = `${MEANT}: looks up the field in an object, and answers 500 to inherited names`;
const KEPT = [MEANT, 'create.resolution.values.inherited', 'content.head.status', 'get.head'];
const LINE = 'mutants 2, killed 2, checks 2, biting 2, legal servers 1, green 1\npairs 2, hidden 0';
const folder = mkdtempSync(join(tmpdir(), 'standin-proof-'));
const shared = join(folder, 'dist', 'shared');

beforeAll(() => {
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  mkdirSync(join(folder, 'docs/conformance'), { recursive: true });
  // A few servers and checks are enough to test the command.
  change('CHECKS', `.filter(({ id }) => ${JSON.stringify(KEPT)}.includes(id))`);
  change('MUTANTS', `.filter(({ killedBy: id }) => ${JSON.stringify(KEPT)}.includes(id))`);
  change('LEGAL_VARIANTS', `.filter(({ id }) => id === 'no-head')`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

test('it prints its line and exits 0, and with a page that is stale 1; so it does with a sample', () => {
  expect(proved()).toEqual({
    status: 1,
    stdout: `${LINE}\n`,
    stderr: expect.stringContaining(
      'docs/conformance/proof.md is stale: run `npm run prove -- --write` and commit it.',
    ),
  });
  const row = expect.stringContaining('\n+ | Resources: the create request | 2 | 2 | 2 | 2 |');
  expect(proved('--sample', '2')).toEqual({ status: 1, stdout: `${LINE}\n`, stderr: row });
  expect(proved('--write')).toEqual({ status: 0, stdout: `${LINE}\n`, stderr: '' });
  expect(proved()).toEqual({ status: 0, stdout: `${LINE}\n`, stderr: '' });
  expect(proved('--sample', '2')).toEqual({ status: 0, stdout: `${LINE}\n`, stderr: '' });
});

test('it exits 1 when a check is removed, and names the mutant that lives and the check that is gone', () => {
  const { status, stdout, stderr } = seeded(`.filter(({ id }) => id !== '${MEANT}')`);
  expect(status).toBe(1);
  expect(stdout).toBe('mutants 2, killed 1, checks 1, biting 1, legal servers 1, green 1\npairs 2, hidden 2\n');
  expect(stderr).toContain(`mutant ${MUTANT}: survived (${MEANT}: this check does not exist)`);
});

test('it exits 1 when a check is weakened to take any answer, and names the check and the mutant', () => {
  const weak = `.map((check) => check.id === '${MEANT}' ? { ...check, judge: ({ one }) => ({ verdict: 'pass', exchanges: [] }) } : check)`;
  const { status, stdout, stderr } = seeded(weak);
  expect(status).toBe(1);
  expect(stdout).toBe('mutants 2, killed 1, checks 2, biting 1, legal servers 1, green 1\npairs 2, hidden 1\n');
  expect(stderr).toContain(`mutant ${MUTANT}: survived (${MEANT}: pass)`);
  expect(stderr).toContain(`check ${MEANT}: kills no mutant`);
});

test('a glob without a match is reported', () => {
  const { status, stderr } = proved('--only', 'no.such-*');
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/^--only matches no mutant, no check and no legal server/),
  ]);
});

/** Appends code to the definition of a list, and returns a function that removes the code. */
function change(list: string, behind: string): () => void {
  const whole = new RegExp(`^const ${list} = \\[[^\\]]*\\]`, 'm');
  const files = readdirSync(shared).map((name) => join(shared, name));
  const [path = '', ...others] = files.filter((file) => whole.test(readFileSync(file, 'utf8')));
  expect([path, ...others]).toEqual([expect.stringContaining(shared)]);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(whole, (made) => made + behind),
  );
  return () => writeFileSync(path, text);
}

/** Runs the proof with extra code after the list of checks, and removes the code again. */
function seeded(behind: string): ReturnType<typeof proved> {
  const takeOut = change('CHECKS', behind);
  try {
    return proved();
  } finally {
    takeOut();
  }
}

function proved(...flags: string[]): { status: number | null; stdout: string; stderr: string } {
  const main = join(folder, 'dist', 'conformance', 'prove', 'main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...flags], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
