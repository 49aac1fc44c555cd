/** Converts the failures of an account to a scenario file, and reads such files. */

import type { RuleView } from '../../control/routes/faults.ts';
import type { ScenarioView } from '../../control/routes/scenarios.ts';
import { asObject, inCamelCase, writtenRule, type JsonObject } from './json.ts';
import { ruleWords } from './rule-words.ts';

export interface ScenarioParts {
  readonly name: string;
  /** The behavior of a correct client. */
  readonly client: string;
  /** The account's own rules. */
  readonly rules: readonly RuleView[];
  /** The active scenarios with their rules. */
  readonly scenarios: readonly ScenarioView[];
}

const NAME = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;
/** A scenario number that the package does not use. */
const FIRST_NUMBER = 1001;

/** Returns the problems of a scenario, in the order of its fields. */
export function scenarioProblems({ name, client, rules, scenarios }: ScenarioParts): string[] {
  const problems: string[] = [];
  if (!NAME.test(name)) problems.push('Use only lowercase letters, digits and single underscores in the name.');
  if (client.trim() === '') problems.push('Describe what a correct client does.');
  if (rulesOf(rules, scenarios).length === 0) problems.push('Turn a scenario on or add a rule first.');
  return problems;
}

/** Returns the file in the spelling of `fixtures/scenarios`, without counts and defaults. */
export function toScenarioFile({ name, client, ...parts }: ScenarioParts): JsonObject {
  const rules = rulesOf(parts.rules, parts.scenarios);
  const server = rules.map(ruleWords).join(' ');
  return { number: FIRST_NUMBER, name, server, client, rules: rules.map(inCamelCase) };
}

/** Returns the rules of a scenario file. Returns undefined for other files. */
export function rulesIn(file: unknown): readonly JsonObject[] | undefined {
  const { rules, server } = asObject(file);
  return Array.isArray(rules) && typeof server === 'string' ? rules.map(asObject) : undefined;
}

/** Lists the account's own rules, and then the rules of its scenarios. */
function rulesOf(own: readonly RuleView[], scenarios: readonly ScenarioView[]): JsonObject[] {
  const named = scenarios.flatMap(({ name, rules }) =>
    rules.map((rule, at) => {
      const { id } = rule;
      return writtenRule({ ...rule, id: `${name}:${typeof id === 'string' ? id : at + 1}` });
    }),
  );
  return [...own.map(writtenRule), ...named];
}
