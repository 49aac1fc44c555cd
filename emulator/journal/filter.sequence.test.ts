/** Whether requests appear in an order, and what came closest. */

import { expect, test } from 'vitest';

import type { Entry } from './entry.ts';
import { findSequence } from './filter.ts';
import { anEntry } from '../../test/support/journal/some-entry.ts';

const STORED: readonly Entry[] = [
  anEntry({ requestId: '1', operation: 'create', method: 'POST', status: 503 }),
  anEntry({ requestId: '2', operation: 'create', method: 'POST', status: 202 }),
  anEntry({ requestId: '3', operation: 'get' }),
  anEntry({ requestId: '4', operation: 'content', status: 206 }),
];

test('a sequence holds with others in between, and names its entries', () => {
  const report = findSequence(STORED, [{ operation: 'create' }, { operation: 'content' }]);
  expect(report.holds).toBe(true);
  expect(report.entries.map(({ request_id }) => request_id)).toEqual(['1', '4']);
});

test('one entry serves one query only', () => {
  expect(findSequence(STORED, [{ status: 503 }, { operation: 'create' }, { operation: 'create' }]).holds).toBe(false);
  expect(findSequence(STORED, [{ operation: 'create' }, { operation: 'create' }]).holds).toBe(true);
});

test('the wrong order does not hold; the report says which query found none behind the others, and what came closest', () => {
  const report = findSequence(STORED, [{ operation: 'get' }, { operation: 'create', status: 206 }]);
  expect(report).toMatchObject({
    holds: false,
    entries: [{ request_id: '3' }],
    missing: {
      index: 1,
      nearest: [{ request_id: '4', differs: [{ field: 'operation', wanted: 'create', was: 'content' }] }],
    },
  });
});

test('the nearest are those with the fewest differences, the newest first, three at most', () => {
  const report = findSequence(STORED, [{ operation: 'create', status: 200 }]);
  expect(report.holds ? [] : report.missing.nearest.map(({ differs }) => differs.length)).toEqual([1, 1, 1]);
  const four = findSequence(STORED, [{ operation: 'content', status: 206, method: 'POST' }]);
  expect(four.holds ? [] : four.missing.nearest[0]).toMatchObject({ request: 'GET /v1/videos/1 206' });
});

test('no queries always hold', () => {
  expect(findSequence([], [])).toEqual({ holds: true, entries: [] });
});
