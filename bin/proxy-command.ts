/** Defines `standin proxy --upstream <url>`: faults, a journal and a budget in front of a real service. */

import { Command } from 'commander';
import { SETTINGS_OF_PROXY } from '../proxy/settings.ts';
import { numberFlag } from './flag-values.ts';
import { runProxy } from './proxy/run.ts';
import { addSettingsFlags } from './settings-flags.ts';
import type { CommandContext } from './terminal.ts';

const dollars = numberFlag('Pass an amount in US dollars, such as 5 or 0.5.', (value) => value >= 0);
const seconds = numberFlag(
  'Use a number of seconds above 0 and at most 86400.',
  (value) => value > 0 && value <= 86_400,
);

export function proxyCommand({ isChosen, terminal, exitWith }: CommandContext): Promise<Command> {
  const command = new Command('proxy')
    .description('forward requests to a real service, with fault rules, a journal and a budget')
    .requiredOption('--upstream <url>', 'base URL of the real service, without /v1')
    .option(
      '--budget <usd>',
      'maximum total cost of create requests in US dollars; without a budget, the proxy forwards no create requests',
      dollars,
    )
    .option('--profile <file>', 'profile of the conformance kit; its prices replace the prices of the API document')
    .option('--spend-log <file>', 'file that records each create before it is forwarded (default: a file in .standin/)')
    .option('--allow-private', 'allow an upstream with http, or with an address that is not public')
    .option(
      '--timeout <seconds>',
      'seconds of silence after which a request to the upstream fails (default: 120)',
      seconds,
    )
    .option(
      '--check',
      'compare each response with the API document, without extra requests; exit with status 1 if the service broke a promise',
    )
    .option('--json', 'print one line of JSON when the proxy is ready, and one line when it has ended')
    .action(async (flags: Readonly<Record<string, unknown>>) => {
      exitWith(await runProxy(flags, terminal));
    });
  return addSettingsFlags(command, isChosen, { only: SETTINGS_OF_PROXY });
}
