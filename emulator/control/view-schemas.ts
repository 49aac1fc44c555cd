/** The form of accounts, clocks and money in the control API. */

import * as z from 'zod';
import { SETTLE_MODES, WIRE_CLOCKS } from '../domain/account.ts';
import { LIMIT_PROFILES } from '../domain/limits.ts';

const time = z.iso.datetime().meta({ description: "By the account's clock." });
const dollars = z.number();

export const ClockView = z.object({
  now: time,
  mode: z.enum(['real', 'scaled', 'frozen']),
  rate: z.number().meta({ description: 'Seconds of the account for each real one; 0 is frozen.' }),
});

export const LedgerView = z
  .object({ granted_usd: dollars, balance_usd: dollars, reserved_usd: dollars, captured_usd: dollars })
  .meta({ description: 'balance + reserved + captured = granted, at all times.' });

export const AccountView = z.object({
  name: z.string(),
  forked_from: z.string().nullable(),
  ledger: LedgerView,
  clock: ClockView,
  settings: z.object({
    balance: z.number(),
    latency: z.string(),
    seed: z.int(),
    settle: z.enum(SETTLE_MODES),
    limits: z.enum(LIMIT_PROFILES),
    wire: z.enum(WIRE_CLOCKS),
  }),
  counters: z.object({ created: z.int().meta({ description: 'Generations ever created.' }) }),
  keys: z.enum(['valid', 'some_revoked', 'revoked']),
  scenarios: z.array(z.string()).meta({ description: 'Failure scenarios that are on for the whole account.' }),
});

export type ClockView = z.output<typeof ClockView>;
export type LedgerView = z.output<typeof LedgerView>;
export type AccountView = z.output<typeof AccountView>;
