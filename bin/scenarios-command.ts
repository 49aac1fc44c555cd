/** Defines `standin scenarios`, which lists the failure scenarios and the correct behavior of clients. */

import { Command } from 'commander';
import type { ScenarioDescription } from '../emulator/index.ts';
import { type CommandContext, UsageError } from './terminal.ts';

export function scenariosCommand({ terminal }: CommandContext): Command {
  return new Command('scenarios')
    .description('list the failure scenarios, or show the rules of one scenario')
    .argument('[name]', 'the scenario to show')
    .option('--search <words>', 'list only scenarios with these words and numbers in their texts, such as "429 burst"')
    .option('--json', 'print one JSON object per line')
    .action(async (name: string | undefined, { json = false, search }: ScenariosFlags) => {
      const { listScenarios, describeScenario, searchScenarios, SettingsError } = await import('../emulator/index.ts');
      try {
        const all = (): ScenarioDescription[] =>
          search === undefined ? listScenarios() : searchScenarios(search, listScenarios());
        const found = name === undefined ? all() : [describeScenario(name)];
        if (found.length === 0)
          throw new UsageError(`no scenario text contains "${search}"; \`standin scenarios\` lists all scenarios`);
        const show = json ? (one: ScenarioDescription) => JSON.stringify(one) : name === undefined ? lineOf : pageOf;
        for (const one of found) terminal.stdout.write(`${show(one)}\n`);
      } catch (cause) {
        throw cause instanceof SettingsError ? new UsageError(cause.message) : cause;
      }
    });
}

interface ScenariosFlags {
  readonly json?: boolean;
  readonly search?: string;
}

function lineOf({ number, name, server, client, changes }: ScenarioDescription): string {
  const reach = `\n    reach:  changes the ${changes.join(' and the ')} of the whole account, even if turned on for only one generation`;
  return `${String(number).padStart(2)}  ${name}\n    server: ${server}\n    client: ${client}${changes.length === 0 ? '' : reach}`;
}

function pageOf(scenario: ScenarioDescription): string {
  const { name, rules } = scenario;
  return `${lineOf(scenario)}
    turn on: a key sk_standin_<label>~scenario-${name}
             [[standin:${name}]] in a prompt, for that generation
             a header x-standin-scenario: ${name}
             standin serve --scenario ${name}
    rules: ${JSON.stringify(rules, null, 2).replaceAll('\n', '\n    ')}`;
}
