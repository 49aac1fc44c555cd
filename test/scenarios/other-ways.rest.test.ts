/** Scenarios through `emulator.fetch`, and on a socket in the ways to turn them on that `scenarios.test.ts` leaves out. */

import { CREATES } from './cases/creates.ts';
import { LIVES } from './cases/lives.ts';
import { REFUSALS } from './cases/refusals.ts';
import { runCases } from './run-cases.ts';
import { IN_TURN, OTHER_WAYS } from './site.ts';

runCases({ ...CREATES, ...LIVES, ...REFUSALS }, { ways: OTHER_WAYS, inTurn: IN_TURN, inProcess: true });
