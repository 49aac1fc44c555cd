/** Scenarios about the content of a completed generation. */

import { DOWNLOADS } from './cases/downloads.ts';
import { runCases } from './run-cases.ts';

runCases(DOWNLOADS);
