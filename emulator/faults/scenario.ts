/** The schema of a named failure scenario, which `fixtures/scenarios/` contains. */

import * as z from 'zod';
import { FaultRules } from './rule.ts';

const SCENARIO_NAME = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

const Written = z.strictObject({
  number: z.int().min(1),
  name: z.string().regex(SCENARIO_NAME),
  /** The title of the scenario in the panel, and the symptom under which the panel lists it. */
  title: z.string().min(1).optional(),
  group: z.string().min(1).default('Other'),
  /** The behavior of the server. */
  server: z.string().min(1),
  /** The behavior of a correct client. */
  client: z.string().min(1),
  /** Further search words, in the language of testers. */
  keywords: z.array(z.string().min(1)).default([]),
  /** The opening values of an account that a key or a setting opens with this scenario. */
  account: z.strictObject({ balance: z.number().min(0).optional() }).prefault({}),
  rules: FaultRules,
  /** The rules with short waits, which replace the others if the setting `pace` is `quick`. */
  quick: z.strictObject({ rules: FaultRules }).optional(),
  /** The expectations on a client. Only `standin audition` reads them. */
  audition: z.looseObject({}).optional(),
});

/** A scenario with the parts of the account that its rules change. */
export const Scenario = Written.transform(({ audition: _audition, ...written }) => ({
  ...written,
  changes: accountPartsOf(written),
}));

export type Scenario = z.output<typeof Scenario>;

const ACCOUNT_PARTS = ['balance', 'clock', 'key'] as const;
/** The parts of an account that a scenario can change for all its requests. Most scenarios change none. */
type AccountPart = (typeof ACCOUNT_PARTS)[number];

export interface ScenarioCatalog {
  readonly names: () => readonly string[];
  readonly find: (name: string) => Scenario | undefined;
}

/** Returns the parts that change for the whole account, even if the scenario is for one generation. */
function accountPartsOf({ account, rules }: Pick<z.output<typeof Written>, 'account' | 'rules'>): AccountPart[] {
  const effects = rules.flatMap(({ effect }) => (effect.kind === 'account' ? [effect] : []));
  const isChanged: Record<AccountPart, boolean> = {
    balance: account.balance !== undefined || effects.some(({ balanceUsd }) => balanceUsd !== undefined),
    clock: effects.some(({ advanceSeconds }) => advanceSeconds !== undefined),
    key: effects.some(({ revokeKey }) => revokeKey),
  };
  return ACCOUNT_PARTS.filter((part) => isChanged[part]);
}
