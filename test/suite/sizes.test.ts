/** CONTRIBUTING says how much is drawn or repeated in `npm test` and `test:rest`, and how much in `.ci/long`. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** The rows of the table, by variable: the size in `npm test` and `test:rest`, and in `.ci/long`. */
const rows = [...read('CONTRIBUTING.md').matchAll(/^\| `([A-Z_]+)` \|[^|]+\| ([\d.]+) \| ([\d.]+) \|$/gm)];
const table = new Map(rows.map(([, name = '', ...sizes]) => [name, sizes]));

/** The default sizes of the tests, of the variables that `.ci/long` sets. */
function defaultSizes(): Map<string, string> {
  const files = ['test', 'contract'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  );
  const found = files.flatMap((file) => [...read(file).matchAll(/process\.env\['([A-Z_]+)'\] \?\? ([\d.]+)\)/g)]);
  return new Map(
    found.flatMap(([, name = '', size = '']) => (sizeIn('.ci/long', name) === undefined ? [] : [[name, size]])),
  );
}

/** The value of a variable in the first line of a script that sets it. */
function sizeIn(script: string, name: string): string | undefined {
  return new RegExp(`[ ']${name}=([\\d.]+)`).exec(read(script))?.[1];
}

test('the table holds every size that .ci/long sets, and no other', () => {
  expect([...table.keys()].toSorted()).toEqual([...defaultSizes().keys()].toSorted());
});

test.each([...defaultSizes()])('%s is %s by default, and in .ci/long as that script sets it', (name, size) => {
  expect(table.get(name)).toEqual([size, sizeIn('.ci/long', name)]);
});
