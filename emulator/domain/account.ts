/** An account: what a key opens. Everything that a test could disturb in another lives in here and nowhere else. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Micros } from '../../contract/prices.ts';
import { openClock, scaleClock, type Clock, type ClockSetting } from './clock.ts';
import type { Latency } from './latency.ts';
import { openLedger, type Ledger } from './ledger.ts';
import type { LimitProfile, Slots } from './limits.ts';

/** `on_poll`: a failure refunds when somebody looks, as the API document says. `eager`: as soon as the clock passes it. */
export const SETTLE_MODES = ['on_poll', 'eager'] as const;
export type SettleMode = (typeof SETTLE_MODES)[number];

/** `real`: injected delays take their time. `clock`: they take as long as the account's clock needs for them. */
export const WIRE_CLOCKS = ['real', 'clock'] as const;
export type WireClock = (typeof WIRE_CLOCKS)[number];

/** The set-up with which an account opens. */
export interface AccountSettings {
  readonly balance: Micros;
  readonly latency: Latency;
  readonly seed: number;
  readonly settle: SettleMode;
  readonly limits: LimitProfile;
  readonly clock: ClockSetting;
  /** A failure scenario by name, for all that the account does. */
  readonly scenario?: string | undefined;
  readonly wire: WireClock;
}

/** What an account looks like from outside; a snapshot that later steps do not change. */
export interface Account {
  readonly name: string;
  /** The name that its draws are made with: its own, or that of the account it was forked from, so that a fork goes on as that would have. */
  readonly origin: string;
  readonly settings: AccountSettings;
  /** The set-up as a key spelt it, in one order; a later key with another spelling of its own is refused. */
  readonly setUp: string;
  readonly clock: Clock;
  readonly ledger: Ledger;
  /** Its keys open nothing any more. */
  readonly isRevoked: boolean;
  /** Fingerprints of single keys that open nothing any more. */
  readonly revokedKeys: readonly string[];
  /** The failure scenarios that are on for all that it does, by name. */
  readonly scenarios: readonly string[];
  /** Generations ever created: the counter that makes the next one's draws its own. */
  readonly created: number;
  readonly slots: Slots;
  readonly fullAt: Readonly<Record<OperationName, number>>;
}

/** What an account opens with. */
export interface Opening {
  readonly name: string;
  readonly setUp: string;
  readonly settings: AccountSettings;
  /** The clock that it takes over, in place of the one that its settings ask for. */
  readonly clock?: Clock | undefined;
}

/** An account as it is before its first request. */
export function newAccount({ name, setUp, settings, clock }: Opening, realNow: number): Account {
  return {
    name,
    origin: name,
    settings,
    setUp,
    clock: clock === undefined ? openClock(settings.clock, realNow) : scaleClock(clock, clock.rate, realNow),
    ledger: openLedger(settings.balance),
    isRevoked: false,
    revokedKeys: [],
    scenarios: settings.scenario === undefined ? [] : [settings.scenario],
    created: 0,
    slots: [],
    fullAt: { create: 0, get: 0, content: 0 },
  };
}

/** The account with one generation more, and the books and slots as that leaves them. */
export function withCreated(account: Account, ledger: Ledger, slots: Slots): Account {
  const { name, origin, settings, setUp, clock, isRevoked, revokedKeys, scenarios, created, fullAt } = account;
  // Spelt out: changing a copy takes several times as long as making it, and every create comes by here.
  return {
    name,
    origin,
    settings,
    setUp,
    clock,
    ledger,
    isRevoked,
    revokedKeys,
    scenarios,
    created: created + 1,
    slots,
    fullAt,
  };
}

/** Whether an account refuses the key with this fingerprint. */
export function refusesKey({ isRevoked, revokedKeys }: Account, fingerprint: string): boolean {
  return isRevoked || revokedKeys.includes(fingerprint);
}
