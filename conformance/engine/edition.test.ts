import { expect, test } from 'vitest';
import { EDITIONS, FIRST_EDITION, isCountedIn, NEWEST_EDITION } from './edition.ts';

test('an edition counts what it introduced and what was there before', () => {
  expect(isCountedIn('0.1', '0.1')).toBe(true);
  expect(isCountedIn('0.2', '0.1')).toBe(true);
  expect(isCountedIn('0.1', '0.2')).toBe(false);
});

test('the editions are listed from the first to the newest, so that a run without a pin counts everything', () => {
  expect([EDITIONS[0], EDITIONS.at(-1)]).toEqual([FIRST_EDITION, NEWEST_EDITION]);
});
