import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REQUIREMENTS } from '../../contract/requirements/requirements.ts';
import { CHECKS } from '../checks/checks.ts';
import { REASONS } from '../checks/reasons.ts';
import { CONFORMANCE_PAGES } from './pages.ts';

test.each(CONFORMANCE_PAGES)('%s is what `npm run generate` would write', (path, text) => {
  expect(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(text());
});

test('every requirement has a check or a reason', () => {
  const checked = new Set(CHECKS.map(({ requirement }) => requirement));
  expect(REQUIREMENTS.filter(({ id }) => !checked.has(id) && REASONS[id] === undefined)).toEqual([]);
});

test('no requirement has a check and a reason against one', () => {
  expect(CHECKS.filter(({ requirement }) => REASONS[requirement] !== undefined).map(({ id }) => id)).toEqual([]);
});
