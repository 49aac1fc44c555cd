/** Defines `standin audition -- <client>`, which judges the behavior of a client during failures. */

import { Argument, Command } from 'commander';
import { auditionFlags, judgingFlags } from './audition/flags.ts';
import { initDriver, LANGUAGES, type InitFlags, type Language } from './audition/init.ts';
import type { CommandContext } from './terminal.ts';

const FIRST_RUN = `
Write a driver to start from: standin audition init python
Guide: docs/audition.md in the package`;

export function auditionCommand({ args, terminal, exitWith }: CommandContext): Command {
  const command = auditionFlags(new Command('audition'))
    .description('run a client against failure scenarios and report its mistakes')
    .argument('[command...]', 'the client or its driver, and its arguments, after --')
    .addHelpText('after', FIRST_RUN)
    .passThroughOptions()
    .action(async (words: string[], flags: Readonly<Record<string, unknown>>) => {
      const { runClients } = await import('./audition/run.ts');
      exitWith(await runClients(words, flags, terminal));
    });
  const subcommands = [judgeCommand(terminal, exitWith), initCommand(terminal, exitWith)];
  // Commander treats the first word after `--` as a subcommand. That word is a client, even if its name is init.
  const before = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
  const isClientGiven = before.length < args.length && !subcommands.some((one) => before.includes(one.name()));
  for (const subcommand of isClientGiven ? [] : subcommands) command.addCommand(subcommand);
  return command;
}

type Exit = CommandContext['exitWith'];

function judgeCommand(terminal: CommandContext['terminal'], exitWith: Exit): Command {
  return judgingFlags(new Command('judge'))
    .exitOverride()
    .description('judge a saved run again, without starting the client')
    .argument('<run>', 'run.jsonl, which --keep wrote')
    .action(async (path: string, flags: Readonly<Record<string, unknown>>) => {
      const { judgeFile } = await import('./audition/judge.ts');
      exitWith(await judgeFile(path, flags, terminal));
    });
}

function initCommand(terminal: CommandContext['terminal'], exitWith: Exit): Command {
  return new Command('init')
    .exitOverride()
    .description('write a driver for your client as a starting point; you can run the driver without changes')
    .addArgument(new Argument('<language>', 'language of the driver').choices(LANGUAGES))
    .option('--out <file>', 'file to write (default: driver.py, driver.go, driver.ts or driver.sh)')
    .option('--force', 'overwrite the file if it exists')
    .action((language: Language, flags: InitFlags) => exitWith(initDriver(language, flags, terminal)));
}
