import { expect, test } from 'vitest';

import type { ScenarioView } from '../../control/routes/scenarios.ts';
import { listScenarios } from '../../index.ts';
import { chipLook, firedWords, toScenarioGroups, turnScenario } from './account-scenarios.ts';

const all = listScenarios().map((story, at): ScenarioView => {
  const group = at % 2 === 0 ? 'Even' : 'Odd';
  const lists = { keywords: [...story.keywords], changes: [...story.changes], rules: [] };
  return { ...story, title: story.name, group, ...lists, problem: null };
});

test('scenarios stand under their groups', () => {
  const groups = toScenarioGroups(all);
  expect([...groups.keys()]).toEqual(['Even', 'Odd']);
  expect([...groups.values()].flat()).toHaveLength(all.length);
});

test('a search has one group with the best match first, or none', () => {
  const [[, found] = [], ...others] = toScenarioGroups(all, '429 burst');
  expect(found?.[0]?.name).toBe('rate_limit_burst_then_ok');
  expect(others).toEqual([]);
  expect(toScenarioGroups(all, 'zebra').size).toBe(0);
});

test('turning one on keeps the others, and puts it last', () => {
  const active = ['a', 'b'].map((name) => ({ name, seen: 0, hits: 0, spent: false }));
  const left = (...[name, label]: [string, 'Turn on' | 'Turn off']): unknown =>
    turnScenario({ name: 'qa', active }, name, label).request.body;
  expect(left('c', 'Turn on')).toEqual({ scenarios: ['a', 'b', 'c'] });
  expect(left('a', 'Turn off')).toEqual({ scenarios: ['b'] });
});

test.each([
  [{ seen: 0, hits: 0, spent: false }, 'not fired yet', 'chip armed'],
  [{ seen: 2, hits: 1, spent: false }, 'fired 1 time', 'chip fault'],
  [{ seen: 4, hits: 3, spent: true }, 'used up', 'chip'],
])('the state of a failure with the counts %o is "%s", with the look "%s"', (counts, words, look) => {
  expect([firedWords(counts), chipLook(counts)]).toEqual([words, look]);
});
