/** `standin doctor`: whether the emulator can work on this machine, and what to fix. */

import { Command } from 'commander';
import type { CommandContext } from './terminal.ts';

/** Builds the command; it loads its work when it runs. */
export function doctorCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('doctor')
    .description('check Node, ffmpeg, the port and the cache, and report what to fix')
    .option('--json', 'print one JSON object per line')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const { examine } = await import('../emulator/index.ts');
      const findings = await examine({ env: terminal.env });
      for (const finding of findings) {
        const line = json
          ? JSON.stringify(finding)
          : `${finding.verdict.padEnd(6)}  ${finding.subject}: ${finding.says}`;
        terminal.stdout.write(`${line}\n`);
      }
      if (findings.some(({ verdict }) => verdict === 'broken')) exitWith(1);
    });
}
