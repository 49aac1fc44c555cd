/** A named failure scenario: rules with a story. The files lie in `fixtures/scenarios/`. */

import * as z from 'zod';
import { FaultRules, nameRules, type NamedRule } from './rule.ts';

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

/** The rules of a scenario, named after it. */
export function rulesOf({ name, rules }: Scenario): NamedRule[] {
  return nameRules(rules, '').map((rule) => ({ ...rule, id: `${name}:${rule.id}` }));
}

/** What of an account a scenario can change; a rule changes it for all that the account does. */
export const ACCOUNT_PARTS = ['balance', 'clock', 'key'] as const;
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

/** What of the account a scenario changes, though it be turned on for one generation: there is one balance, one clock and one key to change. */
export function accountPartsOf({ account, rules }: Scenario): AccountPart[] {
  const effects = rules.flatMap(({ effect }) => (effect.kind === 'account' ? [effect] : []));
  const isChanged: Record<AccountPart, boolean> = {
    balance: account.balance !== undefined || effects.some(({ balanceUsd }) => balanceUsd !== undefined),
    clock: effects.some(({ advanceMs }) => advanceMs !== undefined),
    key: effects.some(({ revokeKey }) => revokeKey),
  };
  return ACCOUNT_PARTS.filter((part) => isChanged[part]);
}
