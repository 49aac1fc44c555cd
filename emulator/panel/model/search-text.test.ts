import { expect, test } from 'vitest';
import { readSearch } from './search-text.ts';

test.each([
  ['red fox', {}, 'red fox'],
  ['429', { status: '429' }, ''],
  ['4XX fox', { status: '4xx' }, 'fox'],
  ['account:demo op:poll', { account: 'demo', operation: 'get' }, ''],
  ['rule:storm_503', { fault: 'storm_503' }, ''],
  ['http://x:1', {}, 'http://x:1'],
])('%s is %o, and the text "%s"', (typed, parts, text) => {
  expect(readSearch(typed)).toEqual({ parts, text });
});
