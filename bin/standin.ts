#!/usr/bin/env node
/** The `standin` command: its arguments go to the program, its outcome is the exit status. */

import { surviveClosedPipes } from './closed-pipes.ts';
import { runProgram } from './program.ts';

surviveClosedPipes(process.stdout, process.stderr);
await runProgram(process.argv.slice(2));
