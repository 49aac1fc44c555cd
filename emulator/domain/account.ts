/** An account: the aggregate of everything that a request with its key may change. */

import type { OperationName } from '../../contract/error-entry.ts';
import { toMicros, type Micros } from '../../contract/prices.ts';
import type { NamedRule } from '../faults/rule.ts';
import { noChanges, noteStep, type Changes } from './changes.ts';
import { openClock, scaleClock, type Clock, type ClockSetting } from './clock.ts';
import type { Generation, IdempotencyRecord } from './generation.ts';
import type { Latency } from './latency.ts';
import { isBalanced, openLedger, type Ledger } from './ledger.ts';
import type { LimitProfile, Slots } from './limits.ts';

/**
 * When a failure is refunded. With `on_poll`, the next read refunds it, as the API document requires. With `eager`, the
 * end of the plan refunds it.
 */
export const SETTLE_MODES = ['on_poll', 'eager'] as const;
export type SettleMode = (typeof SETTLE_MODES)[number];

/** The unit of injected delays: `real` or `clock` milliseconds. */
export const WIRE_CLOCKS = ['real', 'clock'] as const;
export type WireClock = (typeof WIRE_CLOCKS)[number];

/** The settings with which an account opens. */
export interface AccountSettings {
  readonly balance: Micros;
  readonly latency: Latency;
  readonly seed: number;
  readonly settle: SettleMode;
  readonly limits: LimitProfile;
  /** Without it, the account opens with the default clock. */
  readonly clock?: ClockSetting | undefined;
  /** The name of the failure scenario for all requests of the account. */
  readonly scenario?: string | undefined;
  readonly wire: WireClock;
}

/** The settings of an account that has none of its own. */
export interface AccountDefaults {
  readonly account: AccountSettings;
  /** The opening balance if the scenario of an account sets none. */
  readonly plainBalance: Micros;
}

/**
 * Returns the settings with which an account opens. Its own balance has priority. Without one, the balance of its own
 * scenario applies. The balance of the default scenario applies only to accounts without an own scenario.
 */
export function openingSettings(
  { account, plainBalance }: AccountDefaults,
  own: Partial<AccountSettings>,
  find: (scenario: string) => { readonly account: { readonly balance?: number | undefined } } | undefined,
): AccountSettings {
  if (own.scenario === undefined) return { ...account, ...own };
  const opening = find(own.scenario)?.account.balance;
  return { ...account, balance: opening === undefined ? plainBalance : toMicros(opening), ...own };
}

/** The fields of an account without its collections. */
export interface AccountHead {
  readonly name: string;
  /** The name in the random keys of the account. A fork keeps this name, so it continues with the same draws. */
  readonly randomName: string;
  readonly settings: AccountSettings;
  /** The sorted settings in the key that opened the account. A later key with other settings is rejected. */
  readonly keySettings: string;
  clock: Clock;
  ledger: Ledger;
  /** Whether all keys of the account are rejected. */
  isRevoked: boolean;
  /** The fingerprints of single keys that are rejected. */
  revokedKeys: readonly string[];
  /** The names of the failure scenarios for all requests of the account. */
  scenarios: readonly string[];
  /** The number of generations ever created. The number of a generation is part of its random key. */
  created: number;
  slots: Slots;
  /** The time at which the token bucket of each operation is full again. */
  fullAt: Readonly<Record<OperationName, number>>;
}

/** The counts of a rule: its first request, the number of matches, and the number of times it fired. */
export interface RuleCount {
  /** The time at which the first request matched. */
  readonly since?: number | undefined;
  /** The time at which the rule was added to an account that was already open. The lifetime of the rule starts then. */
  readonly added?: number | undefined;
  readonly seen: number;
  readonly hits: number;
  /** The requests that took a draw index, by operation, so that draws do not depend on other operations. */
  readonly drawn: Readonly<Partial<Record<OperationName, number>>>;
}

/** The count of a rule that no request has matched yet. */
export const NO_COUNT: RuleCount = { seen: 0, hits: 0, drawn: {} };

export interface FaultState {
  /** The account's own rules, in their order. */
  rules: readonly NamedRule[];
  /** The counts by scope and id of the rule: `own slow-polls`. A rule that counts per generation adds `@<id>`. */
  readonly counts: Map<string, RuleCount>;
}

/** The aggregate. Only functions of `domain/` and `faults/` write to it, and they record every write in `changes`. */
export interface Account extends AccountHead {
  /** The generations whose reservation is held, by id, oldest first. */
  readonly open: Map<string, Generation>;
  /** The settled generations by id, in the order in which they ended. */
  readonly ended: Map<string, Generation>;
  /** The number of generations that use a source, by the id of the source. */
  readonly sourceUses: Map<string, number>;
  /** The idempotency records by Idempotency-Key, oldest first. */
  readonly idempotency: Map<string, IdempotencyRecord>;
  /** The account's own fault rules and the counts of all rules, or undefined if none has applied yet. */
  faults: FaultState | undefined;
  /** The bytes of its generations and fault rules, as estimated by `account-size.ts`. */
  bytes: number;
  /** The changes since the last commit. */
  changes: Changes;
}

/** An account outside of a decision. Its store may have loaded only a part of its collections. */
export type EnteredAccount = Omit<Account, 'open' | 'ended' | 'sourceUses' | 'idempotency'>;

export interface Opening {
  readonly name: string;
  readonly keySettings?: string;
  readonly settings: AccountSettings;
  /** The default clock, for settings without a clock. */
  readonly clock: Clock;
}

export function newAccount({ name, keySettings = '', settings, clock }: Opening, realNow: number): Account {
  return accountOf({
    name,
    randomName: name,
    settings,
    keySettings,
    clock: settings.clock === undefined ? scaleClock(clock, clock.rate, realNow) : openClock(settings.clock, realNow),
    ledger: openLedger(settings.balance),
    isRevoked: false,
    revokedKeys: [],
    scenarios: settings.scenario === undefined ? [] : [settings.scenario],
    created: 0,
    slots: [],
    fullAt: { create: 0, get: 0, content: 0 },
  });
}

/** The collections of generations in an account. */
export const COLLECTIONS = ['open', 'ended'] as const;
export type CollectionName = (typeof COLLECTIONS)[number];

/** The collections of an account that a store loads. */
export type AccountCollections = Pick<Account, 'open' | 'ended' | 'idempotency'>;

/** Builds an account from its fields and collections. The collections are empty by default. */
export function accountOf(head: AccountHead, collections: AccountCollections = noCollections()): Account {
  // A spread takes 10 µs more, a sixth of a poll (bench:stores, row `polls, one connection`).
  return Object.assign(headOf(head), collections, {
    sourceUses: new Map<string, number>(),
    faults: undefined,
    bytes: 0,
    changes: Object.assign(noChanges(), { isDirty: true }),
  });
}

function noCollections(): AccountCollections {
  return { open: new Map(), ended: new Map(), idempotency: new Map() };
}

/** Returns a copy of the fields of an account, without its collections. */
export function headOf(account: AccountHead): AccountHead {
  const { name, randomName, settings, keySettings, clock, ledger } = account;
  const { isRevoked, revokedKeys, scenarios, created, slots, fullAt } = account;
  return {
    name,
    randomName,
    settings,
    keySettings,
    clock,
    ledger,
    isRevoked,
    revokedKeys,
    scenarios,
    created,
    slots,
    fullAt,
  };
}

/** The fields that can be changed directly. */
export type AccountChange = Partial<
  Pick<AccountHead, 'clock' | 'ledger' | 'isRevoked' | 'revokedKeys' | 'scenarios' | 'slots' | 'created' | 'fullAt'>
>;

/** Changes fields of an account, and throws if its ledger would not balance. */
export function changeAccount(account: Account, change: AccountChange): void {
  if (change.ledger !== undefined && !isBalanced(change.ledger)) {
    throw new Error(`The ledger of an account would not balance: ${account.name}`);
  }
  const { ledger } = account;
  Object.assign(account, change);
  account.changes.isDirty = true;
  if (account.ledger !== ledger) noteStep({ account, ledger });
}
