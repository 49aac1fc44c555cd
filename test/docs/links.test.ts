/**
 * Every link of every page leads to an existing file, and to an existing place in it. Commands that a page starts in
 * the background are awaited and ended correctly.
 */

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, linksOf } from './links.ts';
import { ROOT } from '../support/run.ts';

const TOP = [
  'audition',
  'bench',
  'bin',
  'conformance',
  'contract',
  'docs',
  'emulator',
  'lib',
  'fixtures',
  'proxy',
  'test',
];

const inFolders = await Promise.all(TOP.map(pagesIn));
const root = (await readdir(ROOT)).filter((name) => name.endsWith('.md'));
const pages = new Map(
  await Promise.all(
    [...root, ...inFolders.flat()].map(async (path) => [path, await readFile(join(ROOT, path), 'utf8')] as const),
  ),
);

async function pagesIn(folder: string): Promise<string[]> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  return names
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

/** Returns the broken links of a page. */
function brokenLinks(page: string, markdown: string): string[] {
  const broken = linksOf(markdown).filter(({ path, anchor }) => {
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(ROOT, target))) return true;
    const there = target === page ? markdown : pages.get(target);
    return anchor !== '' && there !== undefined && !anchorsOf(there).has(anchor);
  });
  return broken.map(({ text }) => text);
}

test('pages are found in every folder that has one', () => {
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining([
      'README.md',
      'CONTRIBUTING.md',
      'docs/keys.md',
      'docs/conformance/create.md',
      'emulator/msw/README.md',
    ]),
  );
});

test.each([...pages])('%s', (page, markdown) => {
  expect(brokenLinks(page, markdown)).toEqual([]);
});

test('test/README.md names every folder of test/, and no test lies outside of them', async () => {
  const page = pages.get(join('test', 'README.md')) ?? '';
  const named = [...page.matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, name = '']) => name);
  const entries = await readdir(join(ROOT, 'test'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(named.toSorted()).toEqual(folders.toSorted());
  expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['README.md']);
});

/**
 * Returns mistakes in background commands of a page. If a shell ends npx by its process id, the server continues to
 * run. A wait for the first line never ends if the server cannot start.
 */
function badBackground(markdown: string): string[] {
  const [, name = '!'] = /^npx [^\n]*standin [^\n]*& (\w+)=\$!$/m.exec(markdown) ?? [];
  const isBad = (line: string): boolean => line.startsWith('until [ -s ') && !line.includes('kill -0');
  return markdown.split('\n').filter((line) => line === `kill $${name}` || isBad(line));
}

test.each([...pages])('%s ends and awaits what it starts in the background', (_, markdown) => {
  expect(badBackground(markdown)).toEqual([]);
});

describe('mistakes in pages', () => {
  test.each([
    ['[a](docs/nowhere.md)', ['docs/nowhere.md']],
    ['![a](docs/images/nowhere.png)', ['docs/images/nowhere.png']],
    ['[a](docs/keys.md#the-from)', ['docs/keys.md#the-from']],
    ['[a](#nowhere)\n# Here', ['#nowhere']],
    ['[a](#here-too)\n# Here, too', []],
    ['[a](docs/keys.md#the-form) [b](https://example.com/x) [c](docs/api.md#create.prompt.length)', []],
  ])('%j', (markdown, broken) => {
    expect(brokenLinks('README.md', markdown)).toEqual(broken);
  });

  test.each([
    ['npx --no-install standin serve > a.json & SERVER=$!\nkill $SERVER', ['kill $SERVER']],
    ['npx --no-install standin serve > a.json &\nkill $!', ['kill $!']],
    ['until [ -s a.json ]; do sleep 1; done', ['until [ -s a.json ]; do sleep 1; done']],
    ['node a.js & SERVER=$!\nkill $SERVER', []],
  ])('in the background: %j', (markdown, bad) => {
    expect(badBackground(markdown)).toEqual(bad);
  });
});
