/** A named failure scenario: rules with a story. The files lie in `fixtures/scenarios/`. */

import * as z from 'zod';
import { FaultRules } from './rule.ts';

const SCENARIO_NAME = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

export const Scenario = z.strictObject({
  number: z.int().min(1),
  name: z.string().regex(SCENARIO_NAME),
  /** What the server does. */
  server: z.string().min(1),
  /** What a correct client does then. */
  client: z.string().min(1),
  /** What the account opens with when the scenario is its own, by its key or by a setting. */
  account: z.strictObject({ balance: z.number().min(0).optional() }).prefault({}),
  rules: FaultRules,
});

export type Scenario = z.output<typeof Scenario>;

/** Where scenarios are found by name. */
export interface ScenarioShelf {
  readonly names: () => readonly string[];
  readonly find: (name: string) => Scenario | undefined;
}
