/** The shared schemas by the names of their components in the OpenAPI document. */

import type * as z from 'zod';
import { ErrorBody, ErrorEnvelope } from '../../../contract/generation.ts';
import { FaultRule } from '../../faults/rule.ts';
import { Filter } from '../../journal/filter.ts';
import { AccountView, ClockChangeView, ClockView, LedgerView, TimeEventView } from '../view-schemas.ts';
import { RuleView } from './faults.ts';
import { GenerationView } from './generations.ts';
import { EntryView } from './journal.ts';
import { ActiveScenario, ScenarioView } from './scenarios.ts';
import { Snapshot } from './snapshot-schema.ts';

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
