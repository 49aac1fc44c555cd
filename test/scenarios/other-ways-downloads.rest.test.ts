/** The scenarios of downloads in the ways that `scenarios.test.ts` leaves out. */

import { DOWNLOADS } from './cases/downloads.ts';
import { runCases } from './run-cases.ts';
import { OTHER_WAYS } from './site.ts';

runCases(DOWNLOADS, { ways: OTHER_WAYS, inProcess: true });
