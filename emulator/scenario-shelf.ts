/** The named scenarios, read from their files when one is first asked for. */

import { readScenario, scenarioNames } from '../fixtures/scenario-files.ts';
import { nearNames } from './domain/near-names.ts';
import { Scenario, type ScenarioShelf } from './faults/scenario.ts';

/** A shelf over the files; each file is read once. */
export function createScenarioShelf(): ScenarioShelf {
  const read = new Map<string, Scenario>();
  let names: readonly string[] | undefined;
  const allNames = (): readonly string[] => (names ??= scenarioNames());
  return {
    names: allNames,
    find: (name) => {
      if (!allNames().includes(name)) return undefined;
      const known = read.get(name) ?? Scenario.parse(readScenario(name));
      read.set(name, known);
      return known;
    },
  };
}

/** Says that a scenario is not there, and which was meant. */
export function noSuchScenario(name: string, names: readonly string[]): string {
  const near = nearNames(name, names);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : '`standin scenarios` lists them';
  return `there is no scenario "${name}"; ${hint}`;
}
