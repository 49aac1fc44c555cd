/** The catalog of named scenarios. Its file is read when the first scenario is requested. */

import { readScenario, readScenarios } from '../../fixtures/scenario-files.ts';
import { rulesOf } from './registry.ts';
import type { FaultRuleInput, NamedRule } from './rule.ts';
import type { Scenario, ScenarioCatalog } from './scenario.ts';

/** The pace of scenarios: real times or short waits. */
type Pace = 'real' | 'quick';

/** Returns the catalog of the package. `npm run generate` writes its file; a test fails if the file is stale. */
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

/** Returns the rules of a scenario at a pace, with the ids that responses and the journal show. */
export function scenarioRules(name: string, pace: Pace): readonly NamedRule[] {
  const scenario = createScenarioCatalog(pace).find(name);
  return scenario === undefined ? [] : rulesOf(scenario);
}

type DescribedPart = 'number' | 'name' | 'group' | 'title' | 'server' | 'client' | 'keywords' | 'changes';

/** A scenario in words: the behavior of server and client, and the rules. */
export interface ScenarioDescription extends Pick<Scenario, DescribedPart> {
  /** The fault rules as written in the file of the scenario, to copy into settings. */
  readonly rules: readonly FaultRuleInput[];
}

/** Lists all named scenarios in the order of their numbers. */
export function listScenarios(): ScenarioDescription[] {
  const catalog = createScenarioCatalog();
  const scenarios = catalog.names().flatMap((name) => findScenario(name, catalog) ?? []);
  return scenarios.toSorted((a, b) => a.number - b.number);
}

/** Finds a scenario with its rules as written. Returns undefined if the name is unknown. */
export function findScenario(name: string, catalog: ScenarioCatalog): ScenarioDescription | undefined {
  const scenario = catalog.find(name);
  if (scenario === undefined) return undefined;
  const { number, group, title, server, client, keywords, changes } = scenario;
  const { rules } = readScenario(name) as { readonly rules: readonly FaultRuleInput[] };
  return { number, name, group, title, server, client, keywords, changes, rules };
}
