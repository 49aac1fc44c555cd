/** Lists the scenarios with the counts of active scenarios, turns failures on and off, and converts scenario files. */

import type { RuleView } from '../../control/routes/faults.ts';
import type { ActiveScenario, ScenarioView } from '../../control/routes/scenarios.ts';
import { searchScenarios } from '../../faults/scenario-search.ts';
import { commandsOn, type PanelCommand } from './command.ts';
import { asObject, inCamelCase, inSnakeCase, writtenRule, type JsonObject } from './json.ts';
import { ruleWords } from './rule-words.ts';
import { countText } from './texts.ts';

/** The counts of an active scenario or rule. */
export type FailureCounts = Pick<RuleView, 'seen' | 'hits' | 'spent'>;

export interface ScenarioRow {
  readonly scenario: ScenarioView;
  /** The scenario's counts. Undefined if it is off. */
  readonly active: ActiveScenario | undefined;
}

/** Groups the active scenarios, and the others by symptom. A search returns one group, best match first. */
export function toScenarioGroups(
  scenarios: readonly ScenarioView[],
  active: readonly ActiveScenario[],
  search: string,
) {
  const toRow = (scenario: ScenarioView): ScenarioRow => {
    return { scenario, active: active.find(({ name }) => name === scenario.name) };
  };
  if (search.trim() !== '') {
    const rows = searchScenarios(search, scenarios).map(toRow);
    return rows.length === 0 ? [] : [{ title: `${countText(rows.length, 'scenario')}, the best match first`, rows }];
  }
  const rows = scenarios.map(toRow);
  const groups = new Map([['Active failures', rows.filter((row) => row.active !== undefined)]]);
  for (const row of rows.filter(({ active }) => active === undefined)) {
    groups.set(row.scenario.group, [...(groups.get(row.scenario.group) ?? []), row]);
  }
  return [...groups].filter(([, listed]) => listed.length > 0).map(([title, listed]) => ({ title, rows: listed }));
}

/** Returns the command that turns a scenario on or off. Turning it on again resets its counts. */
export function turnScenario(
  account: { readonly name: string; readonly active: readonly ActiveScenario[] },
  scenario: string,
  label: 'Turn on' | 'Turn on for the account' | 'Turn off' | 'Restart',
): PanelCommand {
  const others = account.active.map(({ name }) => name).filter((other) => other !== scenario);
  const done = label === 'Restart' ? 'on again' : label === 'Turn off' ? 'off' : 'on';
  const scenarios = label === 'Turn off' ? others : [...others, scenario];
  return commandsOn(account.name).useScenarios(label, `${scenario} is ${done}`, scenarios);
}

export function turnRule(account: string, rules: readonly RuleView[], { id, enabled }: RuleView): PanelCommand {
  const isOn = enabled !== false;
  const [label, done] = isOn ? ['Turn off', `${id} is off`] : ['Turn on', `${id} is on`];
  const changed = rules.map((one) => writtenRule(one.id === id ? { ...one, enabled: !isOn } : one));
  return commandsOn(account).replaceRules(label, done, changed);
}

/** Returns the state of an active scenario or rule in a few words. */
export function firedWords({ hits, spent }: FailureCounts): string {
  if (spent) return 'used up';
  return hits === 0 ? 'not fired yet' : `fired ${countText(hits, 'time')}`;
}

/** Returns a sentence such as `Matched 4 requests, fired 3 times.` */
export function matchedWords({ seen, hits }: FailureCounts): string {
  return `Matched ${countText(seen, 'request')}, fired ${countText(hits, 'time')}.`;
}

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

/** Returns the rules of a scenario file in the spelling of the control API. Returns undefined for other files. */
export function rulesIn(file: unknown): readonly JsonObject[] | undefined {
  const { rules, server } = asObject(file);
  return Array.isArray(rules) && typeof server === 'string' ? rules.map(inSnakeCase).map(asObject) : undefined;
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
