import { expect, test } from 'vitest';

import { listScenarios } from '../../index.ts';
import { findScenarios, withScenario } from './account-scenarios.ts';
import type { ScenarioJson } from './control-json.ts';

const all = listScenarios().map((story): ScenarioJson => ({
  ...story,
  keywords: [...story.keywords],
  changes: [...story.changes],
  rules: [],
}));

test.each([
  ['429 burst', 'rate_limit_burst_then_ok'],
  ['fails and is refunded', 'fails_while_running_refund'],
  ['download cut at 40 %', 'content_cut_at_40'],
  ['stuck in running for an hour', 'stuck_running'],
  ['STORM', 'storm_503'],
])('"%s" finds %s among the first three', (query, name) => {
  const found = findScenarios(all, [], query).map(({ scenario }) => scenario.name);
  expect(found.slice(0, 3)).toContain(name);
});

test('without words all are there, those that are on first', () => {
  const active = [{ name: 'storm_503', seen: 3, hits: 2, spent: false }];
  const rows = findScenarios(all, active, ' ');
  expect(rows).toHaveLength(all.length);
  expect(rows[0]).toMatchObject({ scenario: { name: 'storm_503' }, active: active[0] });
  expect(rows[1]).toMatchObject({ scenario: { number: 1 }, active: undefined });
  expect(findScenarios(all, active, 'xylophone')).toEqual([]);
});

test('turning one on keeps the others, and puts it last', () => {
  const active = ['a', 'b'].map((name) => ({ name, seen: 0, hits: 0, spent: false }));
  expect(withScenario(active, 'c', true)).toEqual(['a', 'b', 'c']);
  expect(withScenario(active, 'a', true)).toEqual(['b', 'a']);
  expect(withScenario(active, 'a', false)).toEqual(['b']);
});
