import { expect, test } from 'vitest';
import { expectFreeFiles, fileLimitProblem, isOutOfFiles, openFileLimit, OutOfFiles } from './open-files.ts';

const limits = (soft: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax open files            ${soft.padEnd(20)} 1048576              files     \n`;

test('the limit is the soft one; where there is none, or the system does not tell, it is not known', () => {
  const read = [limits('1024'), limits('unlimited'), ''].map((text) => openFileLimit(text));
  expect(read).toEqual([1024, undefined, undefined]);
});

test('what this process can open is free', () => {
  expect(() => expectFreeFiles(10)).not.toThrow();
});

test('an error of ours and those of the system say the same', () => {
  const ofSystem = ['EMFILE', 'ENFILE', 'ENOENT'].map((code) => Object.assign(new Error(code), { code }));
  expect([new OutOfFiles(), ...ofSystem, 'EMFILE'].map(isOutOfFiles)).toEqual([true, true, true, false, false]);
});

test('a limit that is too low for a server is told with the one that would do', () => {
  expect([fileLimitProblem(160), fileLimitProblem(100)]).toEqual([
    undefined,
    'this process may open 100 files, and a server needs at least 160; raise the limit (ulimit -n 1024)',
  ]);
});
