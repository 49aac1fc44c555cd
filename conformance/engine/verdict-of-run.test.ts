import { expect, test } from 'vitest';
import { NEWEST_EDITION } from './edition.ts';
import type { Result } from './judge.ts';
import { brokenExpectations, exitCodeOf } from './verdict-of-run.ts';

const result = (id: string, verdict: Result['verdict'], authority: Result['authority'] = 'document'): Result => ({
  id,
  verdict,
  authority,
  section: 'get',
  requirement: 'get.unknown',
  level: 'must',
  proves: '',
  failing: '',
  exchanges: [1],
});

const newer = (id: string, verdict: Result['verdict']): Result => ({ ...result(id, verdict), since: '0.2' });

const judged = (results: Result[], more = {}): Parameters<typeof exitCodeOf>[0] => ({
  results,
  problems: [],
  gates: ['document'],
  edition: NEWEST_EDITION,
  stopped: undefined,
  ...more,
});

test.each([
  [0, judged([result('a', 'pass'), result('b', 'warning'), result('c', 'untestable')])],
  [0, judged([result('a', 'fail', 'http')])],
  [1, judged([result('a', 'fail', 'http')], { gates: ['document', 'http'] })],
  [1, judged([result('a', 'fail'), result('b', 'inconclusive')])],
  [1, judged([newer('a', 'fail')])],
  [0, judged([newer('a', 'fail'), newer('b', 'inconclusive')], { edition: '0.1' })],
  [1, judged([newer('a', 'fail'), result('b', 'fail')], { edition: '0.1' })],
  [5, judged([newer('a', 'harness-fault')], { edition: '0.1' })],
  [1, judged([result('a', 'pass')], { problems: [{ kind: 'expectation', text: '' }] })],
  [2, judged([result('a', 'fail')], { stopped: { by: 'key', reason: '' } })],
  [3, judged([result('a', 'inconclusive')])],
  [3, judged([], { stopped: { by: 'target', reason: '' } })],
  [4, judged([result('a', 'untestable')], { stopped: { by: 'budget', reason: '' } })],
  [4, judged([result('a', 'pass')], { stopped: { by: 'signal', reason: '' } })],
  [4, judged([result('a', 'fail')], { stopped: { by: 'signal', reason: '' } })],
  [4, judged([], { stopped: { by: 'signal', reason: '' }, problems: [{ kind: 'baseline', text: '' }] })],
  [5, judged([result('a', 'harness-fault')], { stopped: { by: 'signal', reason: '' } })],
  [5, judged([result('a', 'harness-fault'), result('b', 'fail')])],
  [5, judged([result('a', 'pass')], { problems: [{ kind: 'baseline', text: '' }] })],
])('exit code %i', (code, run) => {
  expect(exitCodeOf(run)).toBe(code);
});

test('a pinned observation that differs or is missing is reported', () => {
  const results = [result('price.480p', 'observed'), result('other', 'untestable')];
  const observed = { 'price.480p': '0.12' };
  expect(brokenExpectations(results, observed, { 'price.480p': '0.12', unselected: 'x' })).toEqual([]);
  expect(brokenExpectations(results, observed, { 'price.480p': '0.2', other: 'x' })).toHaveLength(2);
});
