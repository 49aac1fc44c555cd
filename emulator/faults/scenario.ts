/** A named failure scenario: rules with a story. The files lie in `fixtures/scenarios/`. */

import * as z from 'zod';
import { FaultRules } from './rule.ts';

const SCENARIO_NAME = /^[a-z0-9]+(?:_[a-z0-9]+)*$/;

const Written = z.strictObject({
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

/** A scenario as its file has it, with what it changes of the account worked out. */
export const Scenario = Written.transform((written) => ({ ...written, changes: accountPartsOf(written) }));

export type Scenario = z.output<typeof Scenario>;

const ACCOUNT_PARTS = ['balance', 'clock', 'key'] as const;
/** What of an account a scenario can change; it changes for all that the account does. */
export type AccountPart = (typeof ACCOUNT_PARTS)[number];

/** Where scenarios are found by name. */
export interface ScenarioCatalogue {
  readonly names: () => readonly string[];
  readonly find: (name: string) => Scenario | undefined;
}

/** Though a scenario be turned on for one generation: there is one balance, one clock and one key to change. */
function accountPartsOf({ account, rules }: z.output<typeof Written>): AccountPart[] {
  const effects = rules.flatMap(({ effect }) => (effect.kind === 'account' ? [effect] : []));
  const isChanged: Record<AccountPart, boolean> = {
    balance: account.balance !== undefined || effects.some(({ balanceUsd }) => balanceUsd !== undefined),
    clock: effects.some(({ advanceMs }) => advanceMs !== undefined),
    key: effects.some(({ revokeKey }) => revokeKey),
  };
  return ACCOUNT_PARTS.filter((part) => isChanged[part]);
}
