import { expect, test } from 'vitest';

import type { ScenarioView } from '../../control/routes/scenarios.ts';
import { listScenarios } from '../../index.ts';
import { toScenarioGroups, withScenario } from './account-scenarios.ts';

const all = listScenarios().map((story, at): ScenarioView => {
  const group = at % 2 === 0 ? 'Even' : 'Odd';
  return { ...story, group, keywords: [...story.keywords], changes: [...story.changes], rules: [], problem: null };
});

test('scenarios stand under their groups, with the counts of those that are on', () => {
  const active = [{ name: 'storm_503', seen: 3, hits: 2, spent: false }];
  const groups = toScenarioGroups(all, active, '');
  expect(groups.map(({ title }) => title)).toEqual(['Even', 'Odd']);
  const rows = groups.flatMap((group) => group.rows);
  expect(rows).toHaveLength(all.length);
  expect(rows.filter((row) => row.active !== undefined).map((row) => row.active)).toEqual(active);
});

test('a search has one group with the best match first, or none', () => {
  const [found, ...others] = toScenarioGroups(all, [], '429 burst');
  expect(found?.rows[0]?.scenario.name).toBe('rate_limit_burst_then_ok');
  expect(others).toEqual([]);
  expect(toScenarioGroups(all, [], 'zebra')).toEqual([]);
});

test('turning one on keeps the others, and puts it last', () => {
  const active = ['a', 'b'].map((name) => ({ name, seen: 0, hits: 0, spent: false }));
  expect(withScenario(active, 'c', true)).toEqual(['a', 'b', 'c']);
  expect(withScenario(active, 'a', true)).toEqual(['b', 'a']);
  expect(withScenario(active, 'a', false)).toEqual(['b']);
});
