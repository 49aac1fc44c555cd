#!/usr/bin/env node
/** The `standin` command: its arguments go to the program, its outcome is the exit status. */

import nodeModule from 'node:module';

// Node 22.8 and newer keep what they have compiled for the next run. It has to come before what it is to speed up.
if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') {
  nodeModule.enableCompileCache();
}
const [{ surviveClosedPipes }, { runProgram }] = await Promise.all([
  import('./closed-pipes.ts'),
  import('./program.ts'),
]);

surviveClosedPipes(process.stdout, process.stderr);
await runProgram(process.argv.slice(2));
