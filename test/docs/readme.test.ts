/** README and CONTRIBUTING: the first commands stand where they must, and no command is named that does not exist. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import { ROOT } from '../support/run.ts';
import { runCommand } from '../support/run-command.ts';

const text = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
const readme = await text('README.md');
const { scripts } = JSON.parse(await text('package.json')) as { scripts: Readonly<Record<string, string>> };

describe('README.md', () => {
  const lines = readme.trimEnd().split('\n');

  test.each(['npm ci && npm start', 'npm ci && npm test'])(
    '%s stands in the first lines as a command of its own',
    (command) => {
      const found = lines.findIndex((line) => line.replace(/ +#.*/, '') === command) + 1;
      expect(found).toBeGreaterThan(0);
      expect(found).toBeLessThanOrEqual(12);
    },
  );

  test('opens with the name and one sentence', () => {
    expect(lines.slice(0, 4)).toEqual(['# Standin', '', expect.stringMatching(/^[A-Z][^.]*\.$/), '']);
  });

  test('has at most 170 lines', () => {
    expect(lines.length).toBeLessThanOrEqual(170);
  });

  test('names the number of scenarios', async () => {
    const scenarios = await readdir(join(ROOT, 'fixtures', 'scenarios'));
    expect(readme).toContain(`list the ${scenarios.length} failure scenarios`);
  });

  const commands = [...new Set([...readme.matchAll(/`standin ([a-z]+)/g)].map(([, name = '']) => name))];

  test('names commands', () => {
    expect(commands).toEqual(expect.arrayContaining(['doctor', 'openapi']));
  });

  test.each(commands)('the command %s exists', async (name) => {
    expect(await runCommand([name, '--help'])).toMatchObject({ status: 0, stderr: '' });
  });
});

describe.each(['README.md', 'CONTRIBUTING.md'])('%s', (path) => {
  test('names scripts of package.json only', async () => {
    const named = [...(await text(path)).matchAll(/npm (?:run )?(start|test|(?<=run )[a-z][a-z:-]*)/g)].map(
      ([, name]) => name,
    );
    expect(named).not.toEqual([]);
    expect(named.filter((name) => name !== undefined && !(name in scripts))).toEqual([]);
  });
});
