/**
 * Every link of every page leads to a file that exists, and to a place that is on it. What a page starts in the
 * background is awaited and ended as a shell does it.
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

/** The links of a page that lead nowhere. */
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
 * What goes wrong with a server in the background of a page: npx that is ended by its own process id leaves the server
 * running, and a wait for its first line never ends where it could not start.
 */
function badBackground(markdown: string): string[] {
  const [, name = '!'] = /^npx [^\n]*standin [^\n]*& (\w+)=\$!$/m.exec(markdown) ?? [];
  const isBad = (line: string): boolean => line.startsWith('until [ -s ') && !line.includes('kill -0');
  return markdown.split('\n').filter((line) => line === `kill $${name}` || isBad(line));
}

test.each([...pages])('%s ends and awaits what it starts in the background', (_, markdown) => {
  expect(badBackground(markdown)).toEqual([]);
});

describe('what it would find', () => {
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
