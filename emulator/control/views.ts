/** Converts accounts, clocks and ledgers to JSON of the control API. */

import { toDollars } from '../../contract/prices.ts';
import type { EnteredAccount } from '../domain/account.ts';
import { LAST_TIME_VALUE, readClock, type Clock } from '../domain/clock.ts';
import { latencyText } from '../domain/latency.ts';
import { toLedgerInDollars } from '../domain/ledger.ts';
import type { MovedClock } from '../domain/changes.ts';
import type { TimeEvent } from '../domain/time-events.ts';
import type { AccountView, ClockChangeView, ClockView, TimeEventView } from './view-schemas.ts';

export function clockView(clock: Clock, realNow: number): ClockView {
  const mode = clock.rate === 0 ? 'frozen' : clock.rate === 1 ? 'real' : 'scaled';
  const text = mode === 'scaled' ? `x${clock.rate}` : mode;
  return { now: isoTime(readClock(clock, realNow)), clock: text, mode, rate: clock.rate };
}

export function accountView(account: EnteredAccount, realNow: number): AccountView {
  const { name, randomName, ledger, clock, settings, created, isRevoked, revokedKeys, scenarios } = account;
  const { balance, latency, seed, settle, limits, wire } = settings;
  return {
    name,
    forked_from: randomName === name ? null : randomName,
    ledger: toLedgerInDollars(ledger),
    clock: clockView(clock, realNow),
    settings: { balance: toDollars(balance), latency: latencyText(latency), seed, settle, limits, wire },
    counters: { created },
    keys: isRevoked ? 'revoked' : revokedKeys.length > 0 ? 'some_revoked' : 'valid',
    scenarios: [...scenarios],
  };
}

/** Formats a time as ISO 8601, limited to the range of Date. */
export function isoTime(ms: number): string {
  return new Date(Math.min(Math.max(ms, -LAST_TIME_VALUE), LAST_TIME_VALUE)).toISOString();
}

export function clockChangeView({ clock, events, live }: MovedClock, realNow: number): ClockChangeView {
  return { clock: clockView(clock, realNow), events: events.map(timeEventView), live };
}

function timeEventView(event: TimeEvent): TimeEventView {
  const at = isoTime(event.at);
  if (event.type === 'generation') {
    const { isSettled, ...facts } = event;
    return { ...facts, at, settled: isSettled };
  }
  if (!('amount' in event)) return { ...event, at };
  const { amount, ...facts } = event;
  return { ...facts, at, amount_usd: toDollars(amount) };
}
