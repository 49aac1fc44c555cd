/** The settings of the engine and the implementations behind its ports. */

import type { PriceTable } from '../../contract/prices.ts';
import type { AccountDefaults } from '../domain/account.ts';
import type { ClipRenderer, Provider } from '../domain/ports.ts';
import type { FaultRegistry } from '../faults/registry.ts';
import type { ScenarioCatalog } from '../faults/scenario.ts';
import type { Accounts } from '../domain/decide.ts';
import type { Clock } from '../domain/clock.ts';
import type { Capacity } from '../domain/store.ts';
import type { Recorder } from '../journal/recorder.ts';
import type { Redactors } from '../journal/redact.ts';
import type { InputArrivals } from './input-arrivals.ts';
import type { AccountLifetimes } from './lifetimes.ts';
import type { IssuedKeys, ListedAccount } from './keys/key-ring.ts';
import type { RefusalStyle } from './refusal.ts';
import type { ServiceRules } from './service.ts';

export const AUTH_MODES = ['standin', 'listed', 'any'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];
export const MISMATCHES = ['refuse', '400', '409', '422', 'ignore'] as const;

export interface ApiSettings extends RefusalStyle, AccountDefaults {
  readonly auth: AuthMode;
  /** A path before `/v1`, without a final slash. */
  readonly basePath: string;
  readonly accounts: readonly ListedAccount[];
  readonly prices: PriceTable;
  /** The memory limit for bodies and long responses in flight. */
  readonly bytesUnderWay: number;
  readonly absentFields: 'left_out' | 'null';
  /** Whether `null` for an optional field of a create is rejected or counts as omitted. */
  readonly nullFields: 'refuse' | 'left_out';
  readonly contentTypes: 'json' | 'any';
  readonly ranges: 'all' | 'first_last';
  readonly hasValidators: boolean;
  readonly answersHead: boolean;
  readonly idempotency: {
    /** The response to a repeated Idempotency-Key. `ignore` checks only the length of the key. */
    readonly repeated: 'replay' | 'ignore' | 'reject';
    readonly replayStatus: 200 | 202;
    readonly replayBody: 'stored' | 'current';
    readonly mismatch: (typeof MISMATCHES)[number];
    readonly lifetimeMs: number;
  };
  /** Whether a workflow that requires `adaptive` accepts a request without aspect_ratio. */
  readonly omittedAspectRatio: 'refuse' | 'accept';
}

/** The clock of new accounts without a clock of their own. */
export interface DefaultClock {
  read(): Promise<Clock>;
  set(clock: Clock): Promise<void>;
}

export interface ApiContext {
  readonly settings: ApiSettings;
  readonly accounts: Accounts;
  readonly capacity: () => Capacity;
  readonly provider: Provider;
  readonly renderer: ClipRenderer;
  readonly arrivals: Pick<InputArrivals, 'begin'>;
  /** Writes the journal entry of each request. Undefined if the journal is off. */
  readonly recorder: Recorder | undefined;
  readonly redactors: Redactors;
  readonly faults: FaultRegistry;
  readonly scenarios: ScenarioCatalog;
  /** Returns the milliseconds of the machine's clock. */
  readonly realNow: () => number;
  /** Returns milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
  readonly newRequestId: () => string;
  /** Waits. An aborted signal ends the wait early. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Receives unexpected errors. The client gets a 500 response without details. */
  readonly reportCrash: (cause: unknown) => void;
  readonly fingerprint: (key: string) => string;
  /** The listed and the issued keys. */
  readonly keys: IssuedKeys;
  readonly lifetimes: AccountLifetimes;
  readonly defaultClock: DefaultClock;
  /** The limits of a real service behind the engine. Undefined if there is none. */
  readonly service?: ServiceRules | undefined;
}
