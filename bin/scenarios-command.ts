/** Defines `standin scenarios`, which lists the failure scenarios and the correct behavior of clients. */

import { Command } from 'commander';
import type { ScenarioDescription } from '../emulator/index.ts';
import { groupBy } from '../lib/group-by.ts';
import { wrap } from '../conformance/text/lay-out.ts';
import { type CommandContext, UsageError, widthOf } from './terminal.ts';

export function scenariosCommand({ terminal }: CommandContext): Command {
  return new Command('scenarios')
    .description('list the failure scenarios, or show the rules of one scenario')
    .argument('[name]', 'the scenario to show')
    .option('--search <words>', 'list only scenarios with these words and numbers in their texts, such as "429 burst"')
    .option('--json', 'print one JSON object per line')
    .action(async (name: string | undefined, { json = false, search }: ScenariosFlags) => {
      const { listScenarios, describeScenario, searchScenarios, SettingsError } = await import('../emulator/index.ts');
      const write = (text: string): void => void terminal.stdout.write(`${text}\n`);
      const width = widthOf(terminal.stdout.columns, 80);
      try {
        const scenarios = name === undefined ? listScenarios() : [describeScenario(name)];
        const found = search === undefined ? scenarios : searchScenarios(search, scenarios);
        if (found.length === 0)
          throw new UsageError(`no scenario text contains "${search}"; \`standin scenarios\` lists all scenarios`);
        if (json) for (const one of found) write(JSON.stringify(one));
        else if (name !== undefined) for (const one of found) write(`${textOf(one, width)}\n${usageOf(one)}`);
        else if (search !== undefined) write(found.map((one) => textOf(one, width)).join('\n\n'));
        else
          for (const [group, members] of groupBy(found, (one) => one.group ?? ''))
            write(groupText(group, members, width));
      } catch (cause) {
        throw cause instanceof SettingsError ? new UsageError(cause.message) : cause;
      }
    });
}

interface ScenariosFlags {
  readonly json?: boolean;
  readonly search?: string;
}

function groupText(group: string, members: readonly ScenarioDescription[], width: number): string {
  return `${group.toUpperCase()}\n\n${members.map((one) => `${textOf(one, width)}\n`).join('\n')}`;
}

/** Returns the name of a scenario, and the behavior of the server and of a correct client. */
function textOf({ name, server, client, changes }: ScenarioDescription, width: number): string {
  const reach = `changes the ${changes.join(' and the ')} of the whole account, even if turned on for only one generation`;
  const rows = [['server:', server] as const, ['client:', client] as const, ['reach:', reach] as const];
  const shown = changes.length === 0 ? rows.slice(0, 2) : rows;
  const margin = ' '.repeat(10);
  return [name, ...shown.map(([label, text]) => `  ${label.padEnd(8)}${wrap(text, width, margin).trim()}`)].join('\n');
}

/** Returns the ways to turn a scenario on, and its rules as JSON. */
function usageOf({ name, rules }: ScenarioDescription): string {
  return `  turn on: a key sk_standin_<label>~scenario-${name}
           [[standin:${name}]] in a prompt, for that generation
           a header x-standin-scenario: ${name}
           standin serve --scenario ${name}
  rules: ${JSON.stringify(rules, null, 2).replaceAll('\n', '\n  ')}`;
}
