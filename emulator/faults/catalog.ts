/** The catalog of named scenarios, read from one file when a scenario is first asked for. */

import { readScenario, readScenarios } from '../../fixtures/scenario-files.ts';
import { rulesOf } from './name-rules.ts';
import type { Pace } from './pace.ts';
import type { FaultRuleInput, NamedRule } from './rule.ts';
import type { AccountPart, Scenario, ScenarioCatalog } from './scenario.ts';

/** The scenarios of the package. `npm run generate` writes their file by their schema; a test fails if it is stale. */
export function createScenarioCatalog(pace: Pace = 'real'): ScenarioCatalog {
  let read: ReadonlyMap<string, Scenario> | undefined;
  const scenarios = (): ReadonlyMap<string, Scenario> =>
    (read ??= new Map(Object.entries(readScenarios() as Readonly<Record<string, Scenario>>)));
  return {
    names: () => [...scenarios().keys()],
    find: (name) => {
      const scenario = scenarios().get(name);
      return pace === 'quick' && scenario?.quick !== undefined ? { ...scenario, ...scenario.quick } : scenario;
    },
  };
}

/** The rules of a scenario at a pace, with the ids by which answers and the journal name them. */
export function scenarioRules(name: string, pace: Pace): readonly NamedRule[] {
  const scenario = createScenarioCatalog(pace).find(name);
  return scenario === undefined ? [] : rulesOf(scenario);
}

/** A scenario for people: what happens, what to do, and its rules. */
export interface ScenarioStory {
  readonly number: number;
  readonly name: string;
  /** The behavior of the server. */
  readonly server: string;
  /** The behavior of a correct client. */
  readonly client: string;
  /** The words of testers for the scenario; they are searched, too. */
  readonly keywords: readonly string[];
  /** The parts of the account that it changes, for all generations of the account; mostly empty. */
  readonly changes: readonly AccountPart[];
  /** The fault rules as written in its file, to be copied into settings and changed. */
  readonly rules: readonly FaultRuleInput[];
}

/**
 * Lists all named scenarios in the order of their numbers.
 *
 * @example
 * const names = listScenarios().map(({ name }) => name);
 */
export function listScenarios(): ScenarioStory[] {
  const catalog = createScenarioCatalog();
  return catalog
    .names()
    .flatMap((name) => findScenarioStory(name, catalog) ?? [])
    .toSorted((a, b) => a.number - b.number);
}

/** Finds a scenario with its rules as written; nothing where the name is unknown. */
export function findScenarioStory(name: string, catalog: ScenarioCatalog): ScenarioStory | undefined {
  const scenario = catalog.find(name);
  if (scenario === undefined) return undefined;
  const { number, server, client, keywords, changes } = scenario;
  const { rules } = readScenario(name) as { readonly rules: readonly FaultRuleInput[] };
  return { number, name, server, client, keywords, changes, rules };
}
