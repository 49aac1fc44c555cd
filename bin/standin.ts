#!/usr/bin/env node
/** The entry point of the `standin` command. It imports the program later, because an old Node cannot load it. */

import nodeModule from 'node:module';
import { setFlagsFromString } from 'node:v8';

const [version = 0, minor = 0] = process.versions.node.split('.').map(Number);
// A test compares these numbers with `engines` in package.json.
if (version < 20 || (version === 20 && minor < 19)) {
  process.stderr.write(`standin: Node ${process.versions.node} is too old. Install Node 20.19.0 or newer.\n`);
  process.exit(2);
}
// From Node 24 on, the compile cache saves a tenth of the startup time. On Node 22 it saves nothing (decision 0009).
// The cache must be enabled before the imports that it speeds up.
if (version >= 24 && 'enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') {
  nodeModule.enableCompileCache();
}
// The V8 of Node 20 spends a fifth of the CPU time of a short run on optimizing code that runs only once. Later
// versions lack this flag and need it less.
if (process.argv[2] === 'conformance' && version < 22) setFlagsFromString('--interrupt-budget=2000000');
const { runProgram, surviveLostOutput } = await import('./program.ts');

surviveLostOutput(process.stdout, process.stderr);
process.exitCode = await runProgram(process.argv.slice(2), process);
