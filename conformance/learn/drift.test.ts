import { expect, test } from 'vitest';
import { driftOf, lastingObservations } from './drift.ts';

test('different and new observations are drift, and unseen observations are not', () => {
  const committed = { 'get.head': '200', 'price.480p': '0.12', 'content.stable': 'the same bytes' };
  expect(driftOf(committed, { 'get.head': '405', 'price.480p': '0.12', 'price.720p': '0.28' })).toEqual({
    drifted: [
      { id: 'get.head', before: '200', after: '405' },
      { id: 'price.720p', after: '0.28' },
    ],
    compared: 2,
    unseen: ['content.stable'],
  });
});

test('observations that depend on the time of a request are neither compared nor kept', () => {
  const observed = { 'state.watched-path': 'pending > completed', b: '1', a: '2' };
  expect(driftOf({ 'state.watched-path': 'pending > running > completed', a: '2', b: '1' }, observed)).toEqual({
    drifted: [],
    compared: 2,
    unseen: [],
  });
  expect(Object.keys(lastingObservations(observed))).toEqual(['a', 'b']);
});

test('names from a file are not confused with members of objects', () => {
  expect(driftOf({}, { constructor: 'x' }).drifted).toEqual([{ id: 'constructor', after: 'x' }]);
});
