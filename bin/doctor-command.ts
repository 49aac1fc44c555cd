/** `standin doctor`: can the emulator work on this machine, and if not, what to do? */

import { Command } from 'commander';

/** Builds the command; its work is loaded when it runs. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('look at Node, ffmpeg, the port and the cache, and say what to mend')
    .option('--json', 'print one JSON object a line')
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const { examine } = await import('../emulator/index.ts');
      const findings = await examine();
      for (const finding of findings) {
        console.log(
          json ? JSON.stringify(finding) : `${finding.verdict.padEnd(6)}  ${finding.subject}: ${finding.says}`,
        );
      }
      if (findings.some(({ verdict }) => verdict === 'broken')) process.exitCode = 1;
    });
}
