/**
 * The schema of a named failure scenario: fault rules and what they are for. The files are in `fixtures/scenarios/`.
 */

import * as z from 'zod';
import { FaultRules } from './rule.ts';

const SCENARIO_NAME = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

const Written = z.strictObject({
  number: z.int().min(1),
  name: z.string().regex(SCENARIO_NAME),
  /** The symptom under which the panel lists the scenario. */
  group: z.string().min(1).default('Other'),
  /** The behavior of the server. */
  server: z.string().min(1),
  /** The behavior of a correct client. */
  client: z.string().min(1),
  /** The words of testers: a search finds the scenario by these words, too. */
  keywords: z.array(z.string().min(1)).default([]),
  /** The opening values of an account that has this scenario by its key or by a setting. */
  account: z.strictObject({ balance: z.number().min(0).optional() }).prefault({}),
  rules: FaultRules,
  /** The same story in short waits, for the setting `pace`: these rules in place of the others. */
  quick: z.strictObject({ rules: FaultRules }).optional(),
  /** The expectations of a client. `standin audition` reads them; an emulator does not. */
  audition: z.looseObject({}).optional(),
});

/** A scenario with the account parts that it changes, derived from its rules. */
export const Scenario = Written.transform(({ audition: _audition, ...written }) => ({
  ...written,
  changes: accountPartsOf(written),
}));

export type Scenario = z.output<typeof Scenario>;

const ACCOUNT_PARTS = ['balance', 'clock', 'key'] as const;
/** The parts of an account that a scenario can change, for all requests of the account. */
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

/** The scenarios by name. */
export interface ScenarioCatalog {
  readonly names: () => readonly string[];
  readonly find: (name: string) => Scenario | undefined;
}

/** Even a scenario for one generation changes these for the whole account: it has one balance, one clock, one key. */
function accountPartsOf({ account, rules }: Pick<z.output<typeof Written>, 'account' | 'rules'>): AccountPart[] {
  const effects = rules.flatMap(({ effect }) => (effect.kind === 'account' ? [effect] : []));
  const isChanged: Record<AccountPart, boolean> = {
    balance: account.balance !== undefined || effects.some(({ balanceUsd }) => balanceUsd !== undefined),
    clock: effects.some(({ advanceSeconds }) => advanceSeconds !== undefined),
    key: effects.some(({ revokeKey }) => revokeKey),
  };
  return ACCOUNT_PARTS.filter((part) => isChanged[part]);
}
