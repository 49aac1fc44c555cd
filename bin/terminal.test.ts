import { expect, test } from 'vitest';

import { shellWord, wrapped } from './terminal.ts';

const TEXT = 'Proves:   one two three four\n  clip.base  for 2 checks: a create';
const write = (): void => undefined;

test('a text is wrapped at the width of a terminal, and its lines stay below their text', () => {
  expect(wrapped(TEXT, { isTTY: true, columns: 20, write })).toBe(
    'Proves:   one two\n          three four\n  clip.base  for 2\n    checks: a create',
  );
});

test('a text for another program is not wrapped', () => {
  expect(wrapped(TEXT, { columns: 20, write })).toBe(TEXT);
});

test('a word is quoted only if a shell would change it', () => {
  expect(['--lines', './a/driver.ts', 'a b', "it's"].map(shellWord)).toEqual([
    '--lines',
    './a/driver.ts',
    "'a b'",
    String.raw`'it'\''s'`,
  ]);
});
