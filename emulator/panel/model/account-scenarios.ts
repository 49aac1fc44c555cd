/** The scenarios that there are, in the order in which they are shown, and what came of those that are on. */

import type { ActiveScenario, ScenarioView } from '../../control/routes/scenarios.ts';

export interface ScenarioRow {
  readonly scenario: ScenarioView;
  /** Its counters, where it is on. */
  readonly active: ActiveScenario | undefined;
}

/** Scenarios with their counters; where nothing was searched for, those that are on come first. */
export function toScenarioRows(
  scenarios: readonly ScenarioView[],
  active: readonly ActiveScenario[],
  isSearched: boolean,
): ScenarioRow[] {
  const rows = scenarios.map((scenario) => ({ scenario, active: active.find(({ name }) => name === scenario.name) }));
  const isOn = ({ active: own }: ScenarioRow): number => (own === undefined ? 0 : 1);
  return isSearched ? rows : rows.toSorted((a, b) => isOn(b) - isOn(a));
}

/** The names that are on, with this one turned on or off. */
export function withScenario(active: readonly ActiveScenario[], name: string, isOn: boolean): string[] {
  const others = active.map((one) => one.name).filter((other) => other !== name);
  return isOn ? [...others, name] : others;
}
