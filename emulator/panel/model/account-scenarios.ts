/** The scenarios that there are, found by words and numbers, and what came of those that are on. */

import { searchScenarios } from '../../faults/scenario-search.ts';
import type { ActiveScenarioJson, ScenarioJson } from './control-json.ts';

export interface ScenarioRow {
  readonly scenario: ScenarioJson;
  /** Its counters, where it is on. */
  readonly active: ActiveScenarioJson | undefined;
}

/** Those that were searched for, the best first; without words all, those that are on first. */
export function findScenarios(
  all: readonly ScenarioJson[],
  active: readonly ActiveScenarioJson[],
  query: string,
): ScenarioRow[] {
  const isOn = ({ name }: ScenarioJson): number => Number(active.some((one) => one.name === name));
  const found = query.trim() === '' ? all.toSorted((a, b) => isOn(b) - isOn(a)) : searchScenarios(query, all);
  return found.map((scenario) => ({ scenario, active: active.find(({ name }) => name === scenario.name) }));
}

/** The names that are on, with this one turned on or off. */
export function withScenario(active: readonly ActiveScenarioJson[], name: string, isOn: boolean): string[] {
  const others = active.map((one) => one.name).filter((other) => other !== name);
  return isOn ? [...others, name] : others;
}
