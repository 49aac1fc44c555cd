#!/usr/bin/env node
/** The `standin` command: its arguments go to the program, its outcome is the exit status. */

import nodeModule from 'node:module';

// Kept for the next run, what was compiled spares it a tenth of the start; on Node 22 reading it takes as long as it spares.
const isWorthIt = Number.parseInt(process.versions.node, 10) >= 24;
// It has to come before what it is to speed up.
if (isWorthIt && 'enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') {
  nodeModule.enableCompileCache();
}
const [{ surviveLostOutput }, { runProgram }] = await Promise.all([import('./lost-output.ts'), import('./program.ts')]);

surviveLostOutput(process.stdout, process.stderr);
await runProgram(process.argv.slice(2));
