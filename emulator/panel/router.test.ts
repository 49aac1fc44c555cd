import { expect, test } from 'vitest';
import { readRoute, routeHash } from './router.ts';

test('a view and its filters come back from the hash as they were written', () => {
  const route = { view: 'requests', query: { status: '4xx', text: 'a ? & = # boat', account: 'key:00' } };
  expect(readRoute(routeHash(route))).toEqual(route);
});

test('an empty hash is the first view, and an empty filter is none', () => {
  expect(readRoute('')).toEqual({ view: 'requests', query: {} });
  expect(readRoute('#/')).toEqual({ view: 'requests', query: {} });
  expect(routeHash({ view: 'accounts', query: { text: '' } })).toBe('#/accounts');
});
