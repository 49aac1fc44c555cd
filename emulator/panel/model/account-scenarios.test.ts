import { expect, test } from 'vitest';

import { listScenarios } from '../../index.ts';
import { toScenarioRows, withScenario } from './account-scenarios.ts';
import type { ScenarioView } from '../../control/routes/scenarios.ts';

const all = listScenarios().map((story): ScenarioView => {
  return {
    ...story,
    group: 'Other',
    keywords: [...story.keywords],
    changes: [...story.changes],
    rules: [],
    problem: null,
  };
});

test('those that are on come first, unless something was searched for', () => {
  const active = [{ name: 'storm_503', seen: 3, hits: 2, spent: false }];
  const rows = toScenarioRows(all, active, false);
  expect(rows).toHaveLength(all.length);
  expect(rows[0]).toMatchObject({ scenario: { name: 'storm_503' }, active: active[0] });
  expect(rows[1]).toMatchObject({ scenario: { name: all[0]?.name }, active: undefined });
  expect(toScenarioRows(all, active, true).map(({ scenario }) => scenario)).toEqual(all);
});

test('turning one on keeps the others, and puts it last', () => {
  const active = ['a', 'b'].map((name) => ({ name, seen: 0, hits: 0, spent: false }));
  expect(withScenario(active, 'c', true)).toEqual(['a', 'b', 'c']);
  expect(withScenario(active, 'a', true)).toEqual(['b', 'a']);
  expect(withScenario(active, 'a', false)).toEqual(['b']);
});
