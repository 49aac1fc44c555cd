/** CONTRIBUTING says how much is drawn at a desk, in CI and at length: as the tests and the scripts have it. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

/** The rows of the table, by variable: at a desk, in CI, at length. */
const rows = [...read('CONTRIBUTING.md').matchAll(/^\| `([A-Z_]+)` \|[^|]+\| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$/gm)];
const table = new Map(rows.map(([, name = '', ...sizes]) => [name, sizes]));

/** What tests take where nothing is set, of what CI sets. */
function deskSizes(): Map<string, string> {
  const files = ['test', 'contract'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`),
  );
  const found = files.flatMap((file) => [...read(file).matchAll(/process\.env\['([A-Z_]+)'\] \?\? ([\d.]+)\)/g)]);
  return new Map(
    found.flatMap(([, name = '', size = '']) => (sizeIn('.ci/run', name) === undefined ? [] : [[name, size]])),
  );
}

/** The value of a variable in the first line of a script that sets it. */
function sizeIn(script: string, name: string): string | undefined {
  return new RegExp(`[ ']${name}=([\\d.]+)`).exec(read(script))?.[1];
}

test('every size of the tests that CI sets is in the table, and no other', () => {
  expect([...table.keys()].toSorted()).toEqual([...deskSizes().keys()].toSorted());
});

test.each([...deskSizes()])('%s is %s at a desk, and in CI and at length as the scripts set it', (name, size) => {
  expect(table.get(name)).toEqual([size, sizeIn('.ci/run', name), sizeIn('.ci/long', name)]);
});
