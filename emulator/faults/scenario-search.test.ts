/** Searching the scenarios that there are. */

import { expect, test } from 'vitest';

import { listScenarios } from './catalogue.ts';
import { searchScenarios } from './scenario-search.ts';

const names = (query: string): string[] => searchScenarios(query, listScenarios()).map(({ name }) => name);

test.each([
  ['429 burst', 'rate_limit_burst_then_ok'],
  ['retry-after date', 'rate_limit_http_date'],
  ['502 html', 'gateway_html_502'],
  ['stuck for hours', 'stuck_running'],
  ['RESUME download range', 'content_cut_at_40'],
  ['revoked key', 'key_revoked_mid_poll'],
  ['402', 'insufficient_mid_batch'],
  ['fails and is refunded', 'fails_while_running_refund'],
])('"%s" leads to %s', (query, name) => {
  expect(names(query).slice(0, 3)).toContain(name);
});

test('a number finds whole numbers only, and a name of a scenario itself', () => {
  expect(names('42')).toEqual([]);
  expect(names('429').length).toBeGreaterThan(4);
  expect(names('storm_503')[0]).toBe('storm_503');
});

test('where none has all words, those with the most are found; nothing finds nothing', () => {
  expect(names('429 xylophone')).toEqual(names('429'));
  expect(names('xylophone')).toEqual([]);
  expect(names('')).toEqual([]);
});
