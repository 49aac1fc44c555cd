/** Every scenario as a client sees it on a socket, turned on by its key. */

import { CASES } from './cases/cases.ts';
import { runCases } from './run-cases.ts';

runCases(CASES, { ways: ['key'], inProcess: false });
