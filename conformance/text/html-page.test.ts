import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { htmlPage } from './html-page.ts';

const PAGE = htmlPage({
  title: 'A <report>',
  command: 'conformance',
  style: 'h1 { margin: 0 }',
  body: ['<p>body</p>'],
});

test('a page has its title as text, its own style, and nothing that is loaded', () => {
  expect(PAGE).toContain('<title>A &lt;report&gt;</title>');
  expect(PAGE).toContain('h1 { margin: 0 }');
  expect(PAGE).not.toMatch(/(?:src|href)=|@import|url\(/);
});

test('reports have the colors of the panel', () => {
  const panel = readFileSync(new URL('../../emulator/panel/style/base.css', import.meta.url), 'utf8');
  const colors = [...PAGE.matchAll(/--[a-z]+: light-dark\([^)]*\)/g)].map(([color]) => color);
  expect(colors.length).toBeGreaterThan(10);
  for (const color of colors) expect(panel).toContain(color);
});

test.each(['../reporters/html/', '../../audition/reporters/html/'])(
  'the styles in %s use only defined values',
  (path) => {
    const folder = new URL(path, import.meta.url);
    const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    const text = sources.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    const used = new Set(Array.from(`${PAGE}${text}`.matchAll(/var\((--[a-z-]+)\)/g), ([, name]) => name));
    expect(used.size).toBeGreaterThan(8);
    expect([...used].filter((name) => !PAGE.includes(`${name}: `))).toEqual([]);
  },
);
