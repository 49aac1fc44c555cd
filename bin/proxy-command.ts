/** `standin proxy --upstream <url>`: faults, journal and a budget in front of a real service, until a signal ends it. */

import { Command, InvalidArgumentError } from 'commander';
import { SETTINGS_OF_PROXY } from '../proxy/settings.ts';
import { runProxy } from './proxy/run.ts';
import { addSettingsFlags } from './settings-flags.ts';
import type { CommandContext } from './terminal.ts';

/** Builds the command. */
export function proxyCommand({ isChosen, terminal, exitWith }: CommandContext): Promise<Command> {
  const command = new Command('proxy')
    .description('stand in front of a real service: fault rules, journal, budget, and a judge of what passes')
    .requiredOption('--upstream <url>', 'the URL in front of /v1 of the real service')
    .option('--budget <usd>', 'US dollars that creates may spend; without it no create goes through', dollars)
    .option('--profile <file>', 'a profile of the kit whose prices count in place of the usual ones')
    .option('--spend-log <file>', 'where each create is written before it leaves; by default in .standin/')
    .option('--allow-private', 'let the upstream have an address that is not public, and http')
    .option('--timeout <seconds>', 'without a sign of the upstream for so long, it counts as gone (120)', seconds)
    .option('--check', 'judge each answer by what needs no request of its own; exit status 1 if a promise was broken')
    .option('--json', 'print one JSON line when it is ready, and one when it has ended')
    .action(async (flags: Readonly<Record<string, unknown>>) => {
      exitWith(await runProxy(flags, terminal));
    });
  return addSettingsFlags(command, isChosen, { only: SETTINGS_OF_PROXY });
}

function dollars(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be US dollars, such as 5 or 0.5.');
  return value;
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 86_400)) throw new InvalidArgumentError('It must be seconds, from above 0 to 86400.');
  return value;
}
