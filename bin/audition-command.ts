/** `standin audition -- <client>`: judges how a client behaves while the service misbehaves. */

import { Command } from 'commander';
import { auditionFlags, judgingFlags } from './audition/flags.ts';
import type { CommandContext } from './terminal.ts';

/** Builds the command and its subcommand; each loads its work when it runs. */
export function auditionCommand({ terminal, exitWith }: CommandContext): Command {
  const command = auditionFlags(new Command('audition'))
    .description('run a client against failure scenarios and report its mistakes')
    .argument('[command...]', 'the client or its driver, and its arguments, after --')
    .passThroughOptions()
    .action(async (words: string[], flags: Readonly<Record<string, unknown>>) => {
      const { runClients } = await import('./audition/run.ts');
      exitWith(await runClients(words, flags, terminal));
    });
  command.addCommand(
    judgingFlags(new Command('judge'))
      .exitOverride()
      .description('judge a saved run again, without a client or a server')
      .argument('<run>', 'run.jsonl, which --keep wrote')
      .action(async (path: string, flags: Readonly<Record<string, unknown>>) => {
        const { judgeFile } = await import('./audition/judge.ts');
        exitWith(await judgeFile(path, flags, terminal));
      }),
  );
  return command;
}
