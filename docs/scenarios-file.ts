/** All scenarios in one file, with their defaults filled in. */

import { Scenario } from '../emulator/faults/scenario.ts';
import { readScenario, scenarioNames } from '../fixtures/scenario-files.ts';

/** The text of `fixtures/scenarios.json`. */
export function scenariosText(): string {
  const scenarios = scenarioNames().map((name) => [name, Scenario.parse(readScenario(name))]);
  return `${JSON.stringify(Object.fromEntries(scenarios), undefined, 1)}\n`;
}
