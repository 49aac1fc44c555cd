import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'standin-folder-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('a folder is made with those that it lies in, and may be there already', () => {
  const path = join(folder(), 'a', 'b', 'c');
  makeFolder(path);
  makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

test.skipIf(process.platform === 'win32')('all that are made get the mode, and a link to a folder is one', () => {
  const parent = folder();
  makeFolder(join(parent, 'a', 'b'), 0o700);
  expect([statSync(join(parent, 'a')), statSync(join(parent, 'a', 'b'))].map(({ mode }) => mode & 0o777)).toEqual([
    0o700, 0o700,
  ]);
  symlinkSync(join(parent, 'a'), join(parent, 'link'));
  makeFolder(join(parent, 'link', 'c'));
  expect(statSync(join(parent, 'a', 'c')).isDirectory()).toBe(true);
});

test('a file in the place of a folder is an error', () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(join(file, 'a', 'b'))).toThrow(/EEXIST|ENOTDIR/);
});

// Only Linux has a file system that says so. In a process of its own, as what it is about is a call that never ends.
test.skipIf(process.platform !== 'linux')(
  'a file system that rejects folders is an error, and not an endless loop',
  () => {
    const module = new URL('make-folder.ts', import.meta.url).href;
    const script = `import { createJiti } from 'jiti';
    const { makeFolder } = await createJiti(import.meta.url).import(${JSON.stringify(module)});
    try { makeFolder('/proc/x/y') } catch ({ code }) { console.log(code) }`;
    const shown = execFileSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 });
    expect(shown.toString().trim()).toBe('ENOENT');
  },
);
