/** The named scenarios, read from their file when one is first asked for. */

import { readScenarios } from '../fixtures/scenario-files.ts';
import { nearNames } from './domain/near-names.ts';
import type { Scenario, ScenarioCatalogue } from './faults/scenario.ts';

/** A shelf over the file, which is read once. */
export function createScenarioShelf(): ScenarioCatalogue {
  let read: Shelf | undefined;
  const shelf = (): Shelf => (read ??= readShelf());
  return { names: () => shelf().names, find: (name) => shelf().scenarios.get(name) };
}

/** `npm run generate` has written it as the schema reads the scenarios; a test fails when it is stale. */
function readShelf(): Shelf {
  const scenarios = new Map(Object.entries(readScenarios() as Readonly<Record<string, Scenario>>));
  return { scenarios, names: [...scenarios.keys()] };
}

interface Shelf {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly names: readonly string[];
}

/** Says that a scenario is not there, and which was meant. */
export function noSuchScenario(name: string, names: readonly string[]): string {
  const near = nearNames(name, names);
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : '`standin scenarios` lists them';
  return `there is no scenario "${name}"; ${hint}`;
}
