import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHECKS } from '../checks/checks.ts';
import { HTTP_ROWS } from '../checks/http/http-rows.ts';
import { REASONS } from '../checks/reasons.ts';
import { CONFORMANCE_PAGES } from './pages.ts';
import { uncovered } from './sentences-page.ts';

const ids = new Set(CHECKS.map(({ id }) => id));

test.each(CONFORMANCE_PAGES)('%s is what `npm run generate` would write', (path, text) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text());
});

test('every requirement has a check or a reason', () => {
  expect(uncovered()).toEqual([]);
});

test('no requirement has a check and a reason against one', () => {
  expect(CHECKS.filter(({ requirement }) => REASONS[requirement] !== undefined).map(({ id }) => id)).toEqual([]);
});

test('a row of HTTP ends in checks that exist, or says why it has none', () => {
  expect(
    Object.values(HTTP_ROWS)
      .flatMap(([, ends]) => ends)
      .filter((id) => !ids.has(id)),
  ).toEqual([]);
  expect(Object.values(HTTP_ROWS).filter(([, ends, reason]) => ends.length === 0 && reason === undefined)).toEqual([]);
});
