import { expect, test } from 'vitest';
import { expectFreeFiles, fileLimitProblem, isOutOfFiles, openFileLimit, OutOfFiles } from './open-files.ts';

const limits = (soft: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${soft.padEnd(20)} 1048576              files     \n`;

test('the limit is the soft limit, and undefined if the system reports none', () => {
  const read = [limits('1024'), limits('unlimited'), ''].map((text) => openFileLimit(text));
  expect(read).toEqual([1024, undefined, undefined]);
});

test('the process can open ten more files', () => {
  expect(() => expectFreeFiles(10)).not.toThrow();
});

test('OutOfFiles and the errors of the system are recognized', () => {
  const ofSystem = ['EMFILE', 'ENFILE', 'ENOENT'].map((code) => Object.assign(new Error(code), { code }));
  expect([new OutOfFiles(), ...ofSystem, 'EMFILE'].map(isOutOfFiles)).toEqual([true, true, true, false, false]);
});

test('the problem of a low limit names a limit that suffices', () => {
  expect([fileLimitProblem(160), fileLimitProblem(100)]).toEqual([
    undefined,
    'this process may open 100 files, and a server needs at least 160; raise the limit (ulimit -n 1024)',
  ]);
});
