/** `standin conformance <base_url>`: judges a server, and reads the reports of earlier runs. */

import { Command } from 'commander';
import { conformanceFlags } from './conformance/flags.ts';

/** Builds the command and its subcommands; each loads its work when it runs. */
export function conformanceCommand(): Command {
  const command = conformanceFlags(new Command('conformance'))
    .description('judge whether a server keeps the promises of the API document')
    .argument('[base_url]', 'where the API is; what follows it is /v1/videos')
    .action(async (baseUrl: string | undefined, flags: Record<string, unknown>) => {
      const { runConformance } = await import('./conformance/run.ts');
      process.exitCode = await runConformance(baseUrl, flags);
    });
  command
    .command('explain')
    .exitOverride()
    .description('explain what a check proves, which requirement it checks and what it sends')
    .argument('<check>', 'id of the check')
    .action(async (id: string) => {
      const { explainCheck } = await import('./conformance/reports.ts');
      process.exitCode = await explainCheck(id);
    });
  command
    .command('diff')
    .exitOverride()
    .description('show what changed between two JSON reports')
    .argument('<before>')
    .argument('<after>')
    .action(async (before: string, after: string) => {
      const { diffFiles } = await import('./conformance/reports.ts');
      process.exitCode = await diffFiles(before, after);
    });
  command
    .command('judge')
    .exitOverride()
    .description('judge the exchanges of a JSON report again; nothing is sent')
    .argument('<report>')
    .option('--report <format=file,...>', 'write reports: json, junit, html, markdown, sarif')
    .option('--verbose', 'list every check')
    .action(async (path: string, flags: Record<string, unknown>) => {
      const { judgeFile } = await import('./conformance/reports.ts');
      process.exitCode = await judgeFile(path, flags);
    });
  return command;
}
