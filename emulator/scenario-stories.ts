/** The named scenarios as people read them: what the server does, what a correct client does, and the rules as written. */

import * as z from 'zod';
import { readScenario } from '../fixtures/scenario-files.ts';
import type { FaultRuleInput } from './faults/rule.ts';
import type { AccountPart } from './faults/scenario.ts';
import { createScenarioShelf, noSuchScenario } from './scenario-shelf.ts';
import { SettingsError } from './settings/settings-error.ts';

export interface ScenarioStory {
  readonly number: number;
  readonly name: string;
  /** What the server does. */
  readonly server: string;
  /** What a correct client does then. */
  readonly client: string;
  /** What of the account it changes, and with it what other generations of the account meet; of most nothing. */
  readonly changes: readonly AccountPart[];
  /** Its fault rules as its file has them; they can be copied into the settings and changed. */
  readonly rules: readonly FaultRuleInput[];
}

/** What the schema of scenarios has found valid, without its defaults. */
const Written = z.object({ rules: z.array(z.custom<FaultRuleInput>()) });

/**
 * Lists all named scenarios in the order of their numbers.
 *
 * @example
 * const names = listScenarios().map(({ name }) => name);
 */
export function listScenarios(): ScenarioStory[] {
  return createScenarioShelf()
    .names()
    .map(scenarioStory)
    .toSorted((a, b) => a.number - b.number);
}

/**
 * Finds one scenario; a name that there is not is a SettingsError that tells which are near.
 *
 * @example
 * const { rules } = scenarioStory('content_cut_at_40');
 */
export function scenarioStory(name: string): ScenarioStory {
  const shelf = createScenarioShelf();
  const scenario = shelf.find(name);
  if (scenario === undefined) throw new SettingsError(noSuchScenario(name, shelf.names()));
  const { number, server, client, changes } = scenario;
  return { number, name, server, client, changes, rules: Written.parse(readScenario(name)).rules };
}
