/** Scenarios about what a create reserves, whether its answer arrives, and what it costs. */

import { CREATES } from './cases/creates.ts';
import { runCases } from './run-cases.ts';

runCases(CREATES);
