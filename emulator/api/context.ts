/** The settings of the engine and the implementations behind its ports. */

import type { PriceTable } from '../../contract/prices.ts';
import type { AccountSettings } from '../domain/account.ts';
import type { ClipRenderer } from '../domain/ports.ts';
import type { FaultRegistry } from '../faults/registry.ts';
import type { ScenarioCatalog } from '../faults/scenario.ts';
import type { Provider } from '../domain/provider.ts';
import type { Accounts } from '../domain/decide.ts';
import type { Capacity } from '../domain/store.ts';
import type { Recorder } from '../journal/recorder.ts';
import type { Redactors } from '../journal/redact.ts';
import type { DefaultClock } from './default-clock.ts';
import type { InputArrivals } from './input-arrivals.ts';
import type { AccountLifetimes } from './lifetimes.ts';
import type { KeyRing, ListedAccount } from './keys/key-ring.ts';
import type { ErrorStyles, StatusProfile } from './refusal.ts';
import type { ServiceRules } from './service.ts';

export const AUTH_MODES = ['standin', 'listed', 'any'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];
export const MISMATCHES = ['refuse', '400', '409', '422', 'ignore'] as const;

export interface ApiSettings {
  readonly auth: AuthMode;
  readonly profile: StatusProfile;
  /** A path in front of `/v1`, without a slash at its end. */
  readonly basePath: string;
  /** The settings with which an account opens, unless its key says otherwise. */
  readonly account: AccountSettings;
  readonly accounts: readonly ListedAccount[];
  readonly prices: PriceTable;
  /** Own statuses and codes of errors, by the code of the catalog. */
  readonly errors: ErrorStyles;
  readonly hasRequestIds: boolean;
  /** The bytes of all bodies and long responses in flight. */
  readonly bytesUnderWay: number;
  readonly absentFields: 'left_out' | 'null';
  /** `null` in place of an optional field of a create. */
  readonly nullFields: 'refuse' | 'left_out';
  readonly contentTypes: 'json' | 'any';
  /** Which forms of Range are served. */
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
  /** Whether a workflow that demands `adaptive` takes a request that leaves aspect_ratio out. */
  readonly omittedAspectRatio: 'refuse' | 'accept';
}

export interface ApiContext {
  readonly settings: ApiSettings;
  readonly accounts: Accounts;
  readonly capacity: () => Capacity;
  readonly provider: Provider;
  readonly renderer: ClipRenderer;
  /** Fetches the input files of generations that wait for them. */
  readonly arrivals: Pick<InputArrivals, 'resume'>;
  /** Writes the journal entry of each request; absent when the journal is off. */
  readonly recorder: Recorder | undefined;
  /** Replace keys in what is kept. */
  readonly redactors: Redactors;
  readonly faults: FaultRegistry;
  readonly scenarios: ScenarioCatalog;
  /** Milliseconds of the machine's own clock. */
  readonly realNow: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  readonly newRequestId: () => string;
  /** Waits; an aborted signal ends the wait early. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Receives unexpected errors; the client gets a 500 without details. */
  readonly reportCrash: (cause: unknown) => void;
  /** A key's fingerprint: all that is ever kept of it. */
  readonly fingerprint: (key: string) => string;
  readonly keys: KeyRing;
  readonly lifetimes: AccountLifetimes;
  readonly defaultClock: DefaultClock;
  /** Where the engine stands in front of a service: what makes sense there. */
  readonly service?: ServiceRules | undefined;
}
