/** All routes of the control API, in the order of the OpenAPI document. */

import { ACCOUNT_ROUTES } from './accounts.ts';
import { CREDIT_ROUTES } from './credits.ts';
import { CLOCK_ROUTES } from './clock.ts';
import { descriptionRoutes } from './descriptions.ts';
import { EVENT_ROUTES } from './events.ts';
import { FAULT_ROUTES } from './faults.ts';
import { GENERATION_ROUTES } from './generations.ts';
import { JOURNAL_ROUTES } from './journal.ts';
import { KEY_ROUTES } from './keys.ts';
import { LEDGER_ROUTES } from './ledger.ts';
import type { ControlRoute } from '../route.ts';
import { SCENARIO_ROUTES } from './scenarios.ts';
import { serverRoutes } from './server.ts';
import { SNAPSHOT_ROUTES } from './snapshots.ts';

const BASE_ROUTES: readonly ControlRoute[] = [
  ...ACCOUNT_ROUTES,
  ...CREDIT_ROUTES,
  ...LEDGER_ROUTES,
  ...KEY_ROUTES,
  ...CLOCK_ROUTES,
  ...GENERATION_ROUTES,
  ...FAULT_ROUTES,
  ...SCENARIO_ROUTES,
  ...JOURNAL_ROUTES,
  ...SNAPSHOT_ROUTES,
  ...EVENT_ROUTES,
];

const OWN_ROUTES = [...BASE_ROUTES, ...serverRoutes(BASE_ROUTES)];

export const CONTROL_ROUTES: readonly ControlRoute[] = [...OWN_ROUTES, ...descriptionRoutes(OWN_ROUTES)];
