/** Accounts, clocks and money as the control API shows them. */

import * as z from 'zod';
import { toDollars } from '../../contract/prices.ts';
import { SETTLE_MODES, WIRE_CLOCKS, type Account } from '../domain/account.ts';
import { readClock, type Clock } from '../domain/clock.ts';
import type { Latency } from '../domain/latency.ts';
import type { Ledger } from '../domain/ledger.ts';
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

/** A clock at this moment. */
export function clockView(clock: Clock, realNow: number): z.output<typeof ClockView> {
  const mode = clock.rate === 0 ? 'frozen' : clock.rate === 1 ? 'real' : 'scaled';
  return { now: isoTime(readClock(clock, realNow)), mode, rate: clock.rate };
}

/** An account at this moment. */
export function accountView(account: Account, realNow: number): z.output<typeof AccountView> {
  const { name, origin, ledger, clock, settings, created, isRevoked, revokedKeys, scenarios } = account;
  const { balance, latency, seed, settle, limits, wire } = settings;
  return {
    name,
    forked_from: origin === name ? null : origin,
    ledger: ledgerView(ledger),
    clock: clockView(clock, realNow),
    settings: { balance: toDollars(balance), latency: latencyText(latency), seed, settle, limits, wire },
    counters: { created },
    keys: isRevoked ? 'revoked' : revokedKeys.length > 0 ? 'some_revoked' : 'valid',
    scenarios: [...scenarios],
  };
}

/** Money as the control API shows it. */
export function ledgerView({ granted, balance, reserved, captured }: Ledger): z.output<typeof LedgerView> {
  return {
    granted_usd: toDollars(granted),
    balance_usd: toDollars(balance),
    reserved_usd: toDollars(reserved),
    captured_usd: toDollars(captured),
  };
}

/** A clock can be set beyond what a date can say; such a time is shown as the last that can be. */
export function isoTime(ms: number): string {
  const last = 8_640_000_000_000_000;
  return new Date(Math.min(Math.max(ms, -last), last)).toISOString();
}

function latencyText(latency: Latency): string {
  return latency.profile === 'polls' ? `polls:${latency.pending},${latency.running}` : latency.profile;
}

export type ClockView = z.output<typeof ClockView>;
export type LedgerView = z.output<typeof LedgerView>;
export type AccountView = z.output<typeof AccountView>;
