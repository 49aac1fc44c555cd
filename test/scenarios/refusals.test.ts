/** Scenarios that answer in the service's place. */

import { REFUSALS } from './cases/refusals.ts';
import { runCases } from './run-cases.ts';

runCases(REFUSALS);
