/** The rules that set a response, and those that had no effect on it. */

import { expect, test } from 'vitest';
import { anEntry } from '../../test/support/journal/some-entry.ts';
import { firedRules } from './fired-rules.ts';
import type { Entry } from './entry.ts';

function rules(facts: Partial<Entry>, ...kinds: readonly string[]) {
  const evaluations = kinds.map((rule) => ({
    rule,
    fired: true,
    why: 'always',
    kind: rule.replace(/\d/, '') as 'answer',
  }));
  const { acting, idle } = firedRules({ ...anEntry(), status: 402, evaluations, ...facts });
  return [acting, idle];
}

test('a rule that only plans the outcome does not cause a refusal, and the first of two answers is the cause', () => {
  expect(rules({}, 'outcome')).toEqual([[], ['outcome']]);
  expect(rules({ status: 202 }, 'outcome')).toEqual([['outcome'], []]);
  expect(rules({ code: 'rate_limited' }, 'outcome', 'delay', 'answer1', 'answer2')).toEqual([
    ['answer1', 'delay'],
    ['outcome', 'answer2'],
  ]);
  expect(rules({ status: 503, code: null }, 'answer', 'drop')[0]).toEqual(['drop', 'answer']);
});

test('a rule that the response names, but that did not fire, acted when the generation was created', () => {
  const evaluations = [{ rule: 'storm:1', fired: true, why: 'request 2 that matches' }];
  const entry = anEntry({ evaluations, headers: { 'x-standin-fault': 'storm:1, stuck:1' } });
  expect(firedRules(entry)).toEqual({ acting: ['storm:1'], idle: [], planned: ['stuck:1'] });
});
