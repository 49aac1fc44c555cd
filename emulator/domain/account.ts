/**
 * An account: the aggregate that a key opens. It holds all that a request may change, so parallel tests with keys of
 * their own are isolated.
 */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Micros } from '../../contract/prices.ts';
import { bytesOfHead } from './account-size.ts';
import { noChanges, type Changes } from './changes.ts';
import { openClock, scaleClock, type Clock, type ClockSetting } from './clock.ts';
import type { FaultState } from './fault-state.ts';
import type { Generation } from './generation.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';
import type { Latency } from './latency.ts';
import { isBalanced, openLedger, type Ledger } from './ledger.ts';
import type { LimitProfile, Slots } from './limits.ts';

/**
 * When a failure refunds: `on_poll`, at the next look, as the API document says; `eager`, as soon as the clock passes
 * its end.
 */
export const SETTLE_MODES = ['on_poll', 'eager'] as const;
export type SettleMode = (typeof SETTLE_MODES)[number];

/** How injected delays are measured: `real`, in real milliseconds; `clock`, in milliseconds of the account's clock. */
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
  /** The name of a failure scenario for all requests of the account. */
  readonly scenario?: string | undefined;
  readonly wire: WireClock;
}

/** The single values of an account: all but its collections. */
export interface AccountHead {
  readonly name: string;
  /**
   * The name in the random keys of the account. A fork has the name of its original here, and so continues with the
   * same draws.
   */
  readonly origin: string;
  readonly settings: AccountSettings;
  /** The set-up on the key that opened it, sorted; a later key with another set-up is refused. */
  readonly setUp: string;
  clock: Clock;
  ledger: Ledger;
  /** All its keys are refused. */
  isRevoked: boolean;
  /** Fingerprints of single keys that are refused. */
  revokedKeys: readonly string[];
  /** The names of the failure scenarios for all its requests. */
  scenarios: readonly string[];
  /** Generations ever created; the next one's number is a part of its random key. */
  created: number;
  slots: Slots;
  /** When the token bucket of each operation will be full again. */
  fullAt: Readonly<Record<OperationName, number>>;
}

/**
 * The aggregate. Only the functions of `domain/` and `faults/` write to it, and each records in `changes` what it
 * wrote.
 */
export interface Account extends AccountHead {
  /** Generations whose reservation is held, by id, oldest first. */
  readonly open: Map<string, Generation>;
  /** Settled generations by id, in the order in which they ended. */
  readonly ended: Map<string, Generation>;
  /** Evicted generations that are still sources of others, by id. */
  readonly retained: Map<string, Generation>;
  /** How many generations have each as a source, by id. */
  readonly sourceUses: Map<string, number>;
  /** By Idempotency-Key, oldest first. */
  readonly idempotency: Map<string, IdempotencyRecord>;
  /** Its own fault rules and the counts of all; absent until a rule or a scenario applies to it. */
  faults: FaultState | undefined;
  /** An upper estimate of the memory that all of it takes. */
  bytes: number;
  /** The changes since the last commit. */
  changes: Changes;
}

/** The values with which an account opens. */
export interface Opening {
  readonly name: string;
  readonly setUp: string;
  readonly settings: AccountSettings;
  /** Replaces the clock of the settings. */
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

/** Collections of an account. */
export type AccountCollections = Pick<Account, 'open' | 'ended' | 'retained' | 'idempotency'>;

/** An account with these values, not committed yet; its collections are empty unless they are given. */
export function accountOf(head: AccountHead, collections: AccountCollections = noCollections()): Account {
  // A spread takes 10 µs more, a sixth of a poll (bench:stores, row `polls, one connection`).
  return Object.assign(headOf(head), collections, {
    sourceUses: new Map<string, number>(),
    faults: undefined,
    bytes: bytesOfHead(head),
    changes: Object.assign(noChanges(), { isDirty: true }),
  });
}

function noCollections(): AccountCollections {
  return { open: new Map(), ended: new Map(), retained: new Map(), idempotency: new Map() };
}

/** The single values of an account, without its collections. */
export function headOf(account: AccountHead): AccountHead {
  const { name, origin, settings, setUp, clock, ledger, isRevoked, revokedKeys, scenarios, created, slots, fullAt } =
    account;
  return { name, origin, settings, setUp, clock, ledger, isRevoked, revokedKeys, scenarios, created, slots, fullAt };
}

/** The single values that can be changed by hand. */
export type AccountChange = Partial<
  Pick<AccountHead, 'clock' | 'ledger' | 'isRevoked' | 'revokedKeys' | 'scenarios' | 'slots' | 'created' | 'fullAt'>
>;

/** Changes single values. */
export function changeAccount(account: Account, change: AccountChange): void {
  if (change.ledger !== undefined && !isBalanced(change.ledger)) {
    throw new Error(`The ledger of an account would not balance: ${account.name}`);
  }
  const hasLists = change.revokedKeys !== undefined || change.scenarios !== undefined;
  const before = hasLists ? bytesOfHead(account) : 0;
  Object.assign(account, change);
  if (hasLists) account.bytes += bytesOfHead(account) - before;
  account.changes.isDirty = true;
}

/** Whether an account refuses the key with this fingerprint. */
export function refusesKey({ isRevoked, revokedKeys }: AccountHead, fingerprint: string): boolean {
  return isRevoked || revokedKeys.includes(fingerprint);
}
