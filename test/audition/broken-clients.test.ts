/** A handful of broken clients, each noticed by its check. */

import { expect, test } from 'vitest';

import { CLIENT_CHECKS } from '../../audition/index.ts';
import { brokenClientsSuite, HANDFUL } from './broken-clients.suite.ts';
import { FLAWS } from './flaws/flaws.ts';

test('each check that judges has a client with its flaw', () => {
  const judging = CLIENT_CHECKS.filter(({ level }) => level !== 'observed').map(({ id }) => id);
  expect(FLAWS.map(({ check }) => check).toSorted()).toEqual(judging.toSorted());
});

test('the handful has seven clients', () => {
  expect(HANDFUL).toHaveLength(7);
});

brokenClientsSuite(HANDFUL);
