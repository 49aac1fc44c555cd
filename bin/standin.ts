#!/usr/bin/env node
/** The entry of the `standin` command. */

import nodeModule from 'node:module';
import { setFlagsFromString } from 'node:v8';

// From Node 24 on the compile cache saves a tenth of the start; on Node 22 reading it takes as long (decision 0009).
const version = Number.parseInt(process.versions.node, 10);
const hasFastCache = version >= 24;
// Before the imports that it speeds up.
if (hasFastCache && 'enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') {
  nodeModule.enableCompileCache();
}
// These commands run or judge a few thousand requests once. The V8 of Node 20 has no fast optimizer and spends a fifth
// of the CPU time on code that does not run again. Later ones know no such flag, and gain little by theirs.
const isConformance = process.argv[2] === 'conformance';
if (isConformance && version < 22) setFlagsFromString('--interrupt-budget=2000000');
const { runProgram, surviveLostOutput } = await import('./program.ts');

surviveLostOutput(process.stdout, process.stderr);
process.exitCode = await runProgram(process.argv.slice(2), process);
