/** Lists the scenarios with the counts of active scenarios, turns failures on and off, and converts scenario files. */

import { groupBy } from '../../../lib/group-by.ts';
import { camelName, renamed, snakeName } from '../../../lib/spelling.ts';
import type { RuleView } from '../../control/routes/faults.ts';
import type { ActiveScenario, ScenarioView } from '../../control/routes/scenarios.ts';
import { commandsOn, type PanelCommand } from './command.ts';
import { asObject, writtenRule, type JsonObject } from './json.ts';
import { ruleWords } from './rule-words.ts';
import { countText } from './texts.ts';

/** The counts of an active scenario or rule. */
export type FailureCounts = Pick<RuleView, 'seen' | 'hits' | 'spent' | 'expired'>;

/** Groups scenarios by symptom, or puts all of them below a title. */
export function toScenarioGroups(scenarios: readonly ScenarioView[], title?: string) {
  return [...groupBy(scenarios, ({ group }) => title ?? group)];
}

/** Returns the active scenarios and the enabled rules, with commands that turn them off, the used-up ones last. */
export function failuresOf(account: AccountFailures) {
  const scenarios = account.active.map((one) => ({ ...one, off: turnScenario(account, one.name, 'Turn off') }));
  const enabled = account.rules.filter((rule) => rule['enabled'] !== false);
  const rules = enabled.map((rule) => ({ ...rule, name: rule.id, off: turnRule(account, rule) }));
  return [...scenarios, ...rules].toSorted((a, b) => Number(a.spent) - Number(b.spent));
}

/** The name of an account with its failures. */
export interface AccountFailures {
  readonly name: string;
  readonly active: readonly ActiveScenario[];
  readonly rules: readonly RuleView[];
}

/** Returns the command that turns a scenario on or off. */
export function turnScenario(
  { name: account, active }: Omit<AccountFailures, 'rules'>,
  scenario: string,
  label: 'Turn on' | 'Turn off',
): PanelCommand {
  const others = active.map(({ name }) => name).filter((other) => other !== scenario);
  const scenarios = label === 'Turn off' ? others : [...others, scenario];
  return commandsOn(account).useScenarios(label, scenarios);
}

export function turnRule({ name, rules }: Omit<AccountFailures, 'active'>, { id, enabled }: RuleView): PanelCommand {
  const isOn = enabled !== false;
  const changed = rules.map((one) => writtenRule(one.id === id ? { ...one, enabled: !isOn } : one));
  return commandsOn(name).replaceRules(isOn ? 'Turn off' : 'Turn on', changed);
}

/** Returns the classes of a label. A failure that can fire is violet before its first hit, and then amber. */
export function chipLook({ hits, spent }: FailureCounts): string {
  return spent ? 'chip' : hits === 0 ? 'chip armed' : 'chip fault';
}

/** Returns the state of an active scenario or rule in a few words. */
export function firedWords(counts: FailureCounts): string {
  if (counts.spent) return counts.expired ? 'expired' : 'used up';
  return counts.hits === 0 ? 'not fired yet' : `fired ${countText(counts.hits, 'time')}`;
}

/** Returns sentences such as `The rule matched 4 requests. It fired 3 times.` Empty before the first match. */
export function matchedWords({ seen, hits }: FailureCounts): string {
  return seen === 0 ? '' : `The rule matched ${countText(seen, 'request')}. It fired ${countText(hits, 'time')}.`;
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

/** A scenario number that the package does not use. */
const FIRST_NUMBER = 1001;

/** Returns the file in the spelling of `fixtures/scenarios`, without counts and defaults: own rules, then scenarios. */
export function toScenarioFile({ name, client, rules: own, scenarios }: ScenarioParts): JsonObject {
  const named = scenarios.flatMap((scenario) =>
    scenario.rules.map((rule, at) => ({
      ...rule,
      id: `${scenario.name}:${typeof rule['id'] === 'string' ? rule['id'] : at + 1}`,
    })),
  );
  const rules = [...own, ...named].map(writtenRule);
  const server = rules.map(ruleWords).join(' ');
  return { number: FIRST_NUMBER, name, server, client, rules: renamed(rules, camelName) };
}

/** Returns the rules of a scenario file in the spelling of the control API. Returns undefined for other files. */
export function rulesIn(file: unknown): readonly JsonObject[] | undefined {
  const { rules, server } = asObject(file);
  const isFile = Array.isArray(rules) && typeof server === 'string';
  return isFile ? rules.map((rule) => asObject(renamed(rule, snakeName))) : undefined;
}
