/** The table of the control API: every path, in the order in which its description lists them. */

import { ACCOUNT_ROUTES } from './accounts.ts';
import { BOOK_ROUTES } from './credits.ts';
import { CLOCK_ROUTES } from './clock.ts';
import { describe } from './descriptions.ts';
import { EVENT_ROUTES } from './events.ts';
import { FAULT_ROUTES } from './faults.ts';
import { GENERATION_ROUTES } from './generations.ts';
import { JOURNAL_ROUTES } from './journal.ts';
import type { ControlRoute } from '../route.ts';
import { SCENARIO_ROUTES } from './scenarios.ts';
import { SNAPSHOT_ROUTES } from './snapshots.ts';

const OWN_ROUTES: readonly ControlRoute[] = [
  ...ACCOUNT_ROUTES,
  ...BOOK_ROUTES,
  ...CLOCK_ROUTES,
  ...GENERATION_ROUTES,
  ...FAULT_ROUTES,
  ...SCENARIO_ROUTES,
  ...JOURNAL_ROUTES,
  ...SNAPSHOT_ROUTES,
  ...EVENT_ROUTES,
];

export const ROUTES: readonly ControlRoute[] = [...OWN_ROUTES, ...describe(OWN_ROUTES)];
