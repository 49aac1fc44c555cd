/** The scenarios as the panel lists them, with the counts of those that are on. */

import type { ActiveScenario, ScenarioView } from '../../control/routes/scenarios.ts';
import { searchScenarios } from '../../faults/scenario-search.ts';

export interface ScenarioRow {
  readonly scenario: ScenarioView;
  /** Its counts, if it is on. */
  readonly active: ActiveScenario | undefined;
}

export interface ScenarioGroup {
  readonly title: string;
  readonly rows: readonly ScenarioRow[];
}

/** The scenarios by symptom; with a search, one group with the best match first. */
export function toScenarioGroups(
  scenarios: readonly ScenarioView[],
  active: readonly ActiveScenario[],
  search: string,
): readonly ScenarioGroup[] {
  const toRow = (scenario: ScenarioView): ScenarioRow => {
    return { scenario, active: active.find(({ name }) => name === scenario.name) };
  };
  if (search.trim() !== '') {
    const rows = searchScenarios(search, scenarios).map(toRow);
    return rows.length === 0 ? [] : [{ title: 'Found', rows }];
  }
  const groups = new Map<string, ScenarioRow[]>();
  for (const scenario of scenarios) {
    groups.set(scenario.group, [...(groups.get(scenario.group) ?? []), toRow(scenario)]);
  }
  return [...groups].map(([title, rows]) => ({ title, rows }));
}

/** The names that are on, with this one turned on or off. */
export function withScenario(active: readonly ActiveScenario[], name: string, isOn: boolean): string[] {
  const others = active.map((one) => one.name).filter((other) => other !== name);
  return isOn ? [...others, name] : others;
}
