/** Scenarios about the life of a generation and what polls see of it. */

import { LIVES } from './cases/lives.ts';
import { runCases } from './run-cases.ts';

runCases(LIVES);
