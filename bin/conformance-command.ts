/** Defines `standin conformance <base_url>`, which checks a server, and its subcommands for reports. */

import { Command, Option } from 'commander';
import { conformanceFlags, FAIL_ON, type FailOn } from './conformance/flags.ts';
import type { ObservedFlags } from './conformance/drift.ts';
import type { LearnFlags } from './conformance/learn.ts';
import { list } from './flag-values.ts';
import type { CommandContext } from './terminal.ts';

/** Builds the command and its subcommands. Their code is loaded when they run. */
export function conformanceCommand(context: CommandContext): Command {
  const { terminal, exitWith } = context;
  const command = conformanceFlags(new Command('conformance'))
    .description('check which promises of the API document a server breaks')
    .argument('[base_url]', 'URL of the server, without /v1/videos')
    .action(async (baseUrl: string | undefined, flags: Record<string, unknown>) => {
      const { runConformance } = await import('./conformance/run.ts');
      exitWith(await runConformance(baseUrl, flags, { terminal }));
    });
  command
    .command('explain')
    .exitOverride()
    .description('explain the purpose of a check, its requirement and its requests')
    .argument('<check>', 'id of a check, such as get.unknown')
    .action(async (id: string) => {
      const { explainCheck } = await import('./conformance/reports.ts');
      exitWith(await explainCheck(id, terminal));
    });
  addComparisons(command, context);
  command
    .command('judge')
    .exitOverride()
    .description('judge the exchanges of a JSON report again, without requests to a server')
    .argument('<report>')
    .option('--report <format=file,...>', 'write reports to files; formats: json, junit, html, markdown, sarif')
    .option('--baseline <file>', 'file of known failures; known failures do not fail the run')
    .option('--write-baseline', 'update the --baseline file: add checks that fail now, remove checks that pass now')
    .option('--verbose', 'list every check')
    .action(async (path: string, flags: Record<string, unknown>) => {
      const { judgeFile } = await import('./conformance/reports.ts');
      exitWith(await judgeFile(path, flags, terminal));
    });
  return command;
}

/** Adds the subcommands that compare reports and derive settings. */
function addComparisons(command: Command, { terminal, exitWith }: CommandContext): void {
  command
    .command('diff')
    .exitOverride()
    .description('show what changed between two JSON reports')
    .argument('<before>')
    .argument('<after>')
    .addOption(
      new Option(
        '--fail-on <changes>',
        'changes that cause exit status 6: fail (new failures), observed (new failures and changed observations) or any (any change)',
      )
        .choices(FAIL_ON)
        .default('any'),
    )
    .action(async (before: string, after: string, flags: { readonly failOn: FailOn }) => {
      const { diffFiles } = await import('./conformance/drift.ts');
      exitWith(await diffFiles([before, after], flags, terminal));
    });
  conformanceFlags(command.command('observed'))
    .exitOverride()
    .description('compare the observations of a run with a committed file, to detect changes of a server')
    .argument('<report or base_url>', 'JSON report of a run, or the URL of a server to run against')
    .option('--check <file>', 'committed file for the comparison; a difference causes exit status 6')
    .option('--out <file>', 'write each observation to a line of this file')
    .action(async (source: string, flags: ObservedFlags) => {
      const { observedOf } = await import('./conformance/drift.ts');
      exitWith(await observedOf(source, flags, terminal));
    });
  command
    .command('learn')
    .exitOverride()
    .description('derive settings of the emulator from the observations of a run, and verify the settings')
    .argument('<report>', 'JSON report of a run')
    .option(
      '--out <file>',
      'settings file to write, such as standin.config.json; other settings in this file stay unchanged',
    )
    .option('--skip <settings>', 'settings that the command must not change, such as latency', list)
    .action(async (path: string, flags: LearnFlags) => {
      const { learnFile } = await import('./conformance/learn.ts');
      exitWith(await learnFile(path, flags, terminal));
    });
}
