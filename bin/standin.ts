#!/usr/bin/env node
/** The entry of the `standin` command. */

import nodeModule from 'node:module';

// From Node 24 on the compile cache saves a tenth of the start; on Node 22 reading it takes as long (decision 0009).
const hasFastCache = Number.parseInt(process.versions.node, 10) >= 24;
// Before the imports that it speeds up.
if (hasFastCache && 'enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') {
  nodeModule.enableCompileCache();
}
const [{ surviveLostOutput }, { runProgram }] = await Promise.all([import('./lost-output.ts'), import('./program.ts')]);

surviveLostOutput(process.stdout, process.stderr);
await runProgram(process.argv.slice(2));
