import { expect, test } from 'vitest';
import { CHECKS } from '../checks/checks.ts';
import type { Result } from './judge.ts';
import { missedIn } from './missed.ts';

const resultOf = (id: string, verdict: Result['verdict'], give?: string): Result => ({
  id,
  verdict,
  ...(give === undefined ? {} : { lack: { give } }),
  section: 'get',
  requirement: 'get.foreign',
  authority: 'document',
  level: 'must',
  proves: '',
  failing: '',
  exchanges: [],
});
const only = (...ids: string[]): typeof CHECKS => CHECKS.filter(({ id }) => ids.includes(id));

test('a check without its key is counted for that key, by its kind of defect', () => {
  const results = [resultOf('get.foreign', 'untestable', '--key-other')];
  expect(missedIn(results, only('get.foreign'))).toEqual([
    { give: '--key-other', promises: 1, kinds: [{ kind: 'authentication', checks: 1 }] },
  ]);
});

test('a check of a group that was not enabled is counted for the flag of the group', () => {
  expect(missedIn([], only('limits.rate.status', 'get.unknown')).map(({ give }) => give)).toEqual(['--provoke']);
});

test('a check is not counted if the user cannot provide its missing input', () => {
  expect(missedIn([resultOf('content.not-completed', 'untestable')], only('content.not-completed'))).toEqual([]);
});

test('judged checks are not counted', () => {
  expect(missedIn([resultOf('get.unknown', 'pass')], only('get.unknown'))).toEqual([]);
});
