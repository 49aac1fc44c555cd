/** An account: the aggregate that a key opens. All that a request may change lies in it, so that parallel tests disturb nobody. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Micros } from '../../contract/prices.ts';
import { noChanges, type Changes } from './changes.ts';
import { openClock, scaleClock, type Clock, type ClockSetting } from './clock.ts';
import type { FaultState } from './fault-state.ts';
import type { Generation } from './generation.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';
import type { Latency } from './latency.ts';
import { isBalanced, openLedger, type Ledger } from './ledger.ts';
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

/** What of an account is single values: all but its collections. */
export interface AccountHead {
  readonly name: string;
  /** The name that its draws are made with: its own, or that of the account it was forked from, so that a fork goes on as that would have. */
  readonly origin: string;
  readonly settings: AccountSettings;
  /** The set-up as a key spelt it, in one order; a later key with another spelling of its own is refused. */
  readonly setUp: string;
  clock: Clock;
  ledger: Ledger;
  /** Its keys open nothing any more. */
  isRevoked: boolean;
  /** Fingerprints of single keys that open nothing any more. */
  revokedKeys: readonly string[];
  /** The failure scenarios that are on for all that it does, by name. */
  scenarios: readonly string[];
  /** Generations ever created: the counter that makes the next one's draws its own. */
  created: number;
  slots: Slots;
  /** When the bucket of each operation's rate will be full again. */
  fullAt: Readonly<Record<OperationName, number>>;
}

/** The aggregate. Only the functions of `domain/` and `faults/` write to it, and each tells `changes` what it wrote. */
export interface Account extends AccountHead {
  /** Those whose reservation is still held, by id, oldest first. */
  readonly open: Map<string, Generation>;
  /** Those that are settled, by id, in the order in which they ended. */
  readonly ended: Map<string, Generation>;
  /** Evicted ones that are sources of those that are kept, by id. */
  readonly retained: Map<string, Generation>;
  /** How often each is a source of one that is kept, by id. */
  readonly sourceUses: Map<string, number>;
  /** By Idempotency-Key, oldest first. */
  readonly idempotency: Map<string, IdempotencyRecord>;
  /** Its own fault rules and all counts; nothing until a rule or a scenario has had to do with it. */
  faults: FaultState | undefined;
  /** Since the last commit. */
  changes: Changes;
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
  return accountOf({
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
  });
}

/** An account with this head and nothing in it; all of it is still to be kept. */
export function accountOf(head: AccountHead): Account {
  const { name, origin, settings, setUp, clock, ledger, isRevoked, revokedKeys, scenarios, created, slots } = head;
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
    created,
    slots,
    fullAt: head.fullAt,
    open: new Map(),
    ended: new Map(),
    retained: new Map(),
    sourceUses: new Map(),
    idempotency: new Map(),
    faults: undefined,
    changes: { ...noChanges(), isDirty: true },
  };
}

/** What can be changed of an account by hand, one value each. */
export type AccountChange = Partial<
  Pick<AccountHead, 'clock' | 'ledger' | 'isRevoked' | 'revokedKeys' | 'scenarios' | 'slots' | 'created' | 'fullAt'>
>;

/** Changes single values. */
export function changeAccount(account: Account, change: AccountChange): void {
  if (change.ledger !== undefined && !isBalanced(change.ledger)) {
    throw new Error(`The ledger of an account would not balance: ${account.name}`);
  }
  Object.assign(account, change);
  account.changes.isDirty = true;
}

/** Whether an account refuses the key with this fingerprint. */
export function refusesKey({ isRevoked, revokedKeys }: AccountHead, fingerprint: string): boolean {
  return isRevoked || revokedKeys.includes(fingerprint);
}
