/** Lists the scenarios for the panel, with the counts of active scenarios. */

import type { RuleView } from '../../control/routes/faults.ts';
import type { ActiveScenario, ScenarioView } from '../../control/routes/scenarios.ts';
import { searchScenarios } from '../../faults/scenario-search.ts';
import { commandsOn, type PanelCommand } from './command.ts';
import { writtenRule } from './json.ts';
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

/** Returns the command that turns a rule off or on. */
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
