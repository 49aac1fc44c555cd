import { expect, test } from 'vitest';
import { historyOf, type History } from './history.ts';
import type { Result } from './judge.ts';

function run(verdicts: Readonly<Record<string, Result['verdict']>>, history?: History) {
  const about = { section: 'get', requirement: 'get.unknown', proves: '', failing: '', exchanges: [] };
  const results = Object.entries(verdicts).map(([id, verdict]): Result => ({
    id,
    verdict,
    authority: 'document',
    level: 'must',
    ...about,
  }));
  return { results, startedAt: '2026-11-26T00:00:00.000Z', history };
}

test('a failure is new if the earlier run did not have it, and ongoing if it did', () => {
  const { cases } = historyOf(run({ a: 'fail', b: 'fail' }), run({ a: 'pass', b: 'fail' }));
  expect(cases).toEqual({ a: 'new', b: 'ongoing' });
});

test('a case is fixed only if it passes', () => {
  const { cases } = historyOf(run({ a: 'pass', b: 'untestable' }), run({ a: 'fail', b: 'fail' }));
  expect(cases).toEqual({ a: 'fixed' });
});

test('a failure that was fixed in between is back', () => {
  const first = run({ a: 'fail' });
  const second = run({ a: 'pass' }, historyOf(run({ a: 'pass' }), first));
  expect(historyOf(run({ a: 'fail' }), second).cases).toEqual({ a: 'back' });
});
