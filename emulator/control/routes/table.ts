/** All routes of the control API in the order of the OpenAPI document, and the names of their shared schemas. */

import type * as z from 'zod';
import { ErrorBody, ErrorEnvelope } from '../../../contract/generation.ts';
import { toOpenApi } from '../../../contract/openapi/document.ts';
import { FaultRule } from '../../faults/rule.ts';
import { Filter } from '../../journal/filter.ts';
import { toControlDocument } from '../docs/document.ts';
import { routesOf, type ControlRoute } from '../route.ts';
import { AccountView, ClockChangeView, ClockView, LedgerView, TimeEventView } from '../view-schemas.ts';
import { ACCOUNT_ROUTES, KEY_ROUTES } from './accounts.ts';
import { CLOCK_ROUTES } from './clock.ts';
import { CREDIT_ROUTES } from './credits.ts';
import { FAULT_ROUTES, RuleView } from './faults.ts';
import { GENERATION_ROUTES, GenerationView } from './generations.ts';
import { EntryView, JOURNAL_ROUTES } from './journal.ts';
import { ActiveScenario, SCENARIO_ROUTES, ScenarioView } from './scenarios.ts';
import { describeServer, EVENTS_ROUTE } from './server.ts';
import { Snapshot } from './snapshot-schema.ts';
import { SNAPSHOT_ROUTES } from './snapshots.ts';

const BASE_ROUTES: readonly ControlRoute[] = [
  ...ACCOUNT_ROUTES,
  ...CREDIT_ROUTES,
  ...KEY_ROUTES,
  ...CLOCK_ROUTES,
  ...GENERATION_ROUTES,
  ...FAULT_ROUTES,
  ...SCENARIO_ROUTES,
  ...JOURNAL_ROUTES,
  ...SNAPSHOT_ROUTES,
  EVENTS_ROUTE,
];

/** The shared schemas by the names of their components in the OpenAPI document. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Account: AccountView,
  Clock: ClockView,
  Ledger: LedgerView,
  ClockChange: ClockChangeView,
  TimeEvent: TimeEventView,
  Generation: GenerationView,
  FaultRule,
  RuleInUse: RuleView,
  Scenario: ScenarioView,
  ActiveScenario,
  JournalEntry: EntryView,
  JournalFilter: Filter,
  Snapshot,
  ErrorEnvelope,
  ErrorBody,
};

const description = routesOf('descriptions');

export const CONTROL_ROUTES: readonly ControlRoute[] = [
  ...BASE_ROUTES,
  describeServer(BASE_ROUTES),
  description('GET /_standin/openapi.json', 'describeControlApi', {
    summary: 'Read the OpenAPI document of the control API',
    answer: { description: 'An OpenAPI 3.1 document.' },
    view: () => toControlDocument(CONTROL_ROUTES, NAMED_SCHEMAS),
  }),
  description('GET /openapi.json', 'describeApi', {
    summary: 'Read the OpenAPI document of the emulated API',
    answer: { description: 'An OpenAPI 3.1 document.' },
    view: () => toOpenApi(),
  }),
];
