/** The table of this folder names a test for each number, and every test of the folder. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../support/run.ts';

const NUMBERS = 32;
/** The bound on pipelined requests is gone: memory for long responses has a bound of its own (decision 0032). */
const GONE = new Set([17]);
const page = readFileSync(`${ROOT}test/hostile/README.md`, 'utf8');
const rows = Array.from(
  page.matchAll(/^\| (\d+) \| .* \| `([^`]+)` +\| (.*?) *\|$/gm),
  ([, number, file = '', title = '']) => ({
    number: Number(number),
    file,
    title,
  }),
);

test('each number has a test, and the numbers are those that there are', () => {
  const numbers = [...new Set(rows.map(({ number }) => number))];
  expect(numbers).toEqual(Array.from({ length: NUMBERS }, (_, at) => at + 1).filter((number) => !GONE.has(number)));
});

test.each(rows)('number $number: $file has a test by the title "$title"', ({ file, title }) => {
  expect(existsSync(`${ROOT}${file}`)).toBe(true);
  expect(readFileSync(`${ROOT}${file}`, 'utf8')).toContain(title);
});

test('each test of the folder is for a number', () => {
  const named = new Set(rows.map(({ file }) => file));
  const files = readdirSync(`${ROOT}test/hostile`).filter(
    (name) => name.endsWith('.test.ts') && name !== 'numbers.test.ts',
  );
  expect(files.filter((name) => !named.has(`test/hostile/${name}`))).toEqual([]);
});
