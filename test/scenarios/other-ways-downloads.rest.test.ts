/** The scenarios of downloads in the ways that `scenarios.test.ts` leaves out. */

import { DOWNLOADS } from './cases/downloads.ts';
import { runCases } from './run-cases.ts';
import { IN_TURN, OTHER_WAYS } from './site.ts';

runCases(DOWNLOADS, { ways: OTHER_WAYS, inTurn: IN_TURN, inProcess: true });
