/** The memory bound, and what goes first. */

import { expect, test } from 'vitest';

import { createMemoryCache } from './memory-cache.ts';

const cacheOf = (bound: number): ReturnType<typeof createMemoryCache<string>> =>
  createMemoryCache(bound, (value: string) => value.length);

test('the least recently used goes first', () => {
  const cache = cacheOf(4);
  cache.set('a', 'xx');
  cache.set('b', 'yy');
  cache.get('a');
  cache.set('c', 'zz');
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['xx', undefined, 'zz']);
  expect(cache.weight()).toBe(4);
});

test('what is heavier than the bound is not kept and pushes nothing out', () => {
  const cache = cacheOf(4);
  cache.set('a', 'xx');
  cache.set('b', 'yyyyy');
  expect([cache.get('a'), cache.get('b'), cache.weight()]).toEqual(['xx', undefined, 2]);
});

test('a key that is set again is weighed once', () => {
  const cache = cacheOf(4);
  cache.set('a', 'xxx');
  cache.set('a', 'xx');
  expect([cache.get('a'), cache.weight()]).toEqual(['xx', 2]);
});
