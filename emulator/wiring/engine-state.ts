/** The state of an engine beside its accounts, in memory. A data folder keeps it, and replicas share it. */

import type { DefaultClock } from '../api/context.ts';
import { createKeyFingerprint } from '../api/keys/fingerprint.ts';
import { createIssuedKeys, type IssuedKeys, type KeyEntry } from '../api/keys/key-ring.ts';
import { createEventBus, type EventBus } from '../control/event-bus.ts';
import type { Clock } from '../domain/clock.ts';
import type { BoundedStore } from '../domain/store.ts';
import type { Log } from '../journal/log.ts';
import type { Recording, RecordingOptions } from '../journal/recorder.ts';
import { hasMembers } from '../store/account-reader.ts';
import type { StoreBounds, StoreListener } from '../store/memory.ts';

/** Creates the store of an engine. If it returns a promise, requests and sockets wait until the store is open. */
export type MakeStore = (bounds: StoreBounds, listener: StoreListener) => BoundedStore | Promise<BoundedStore>;

export interface EngineState {
  readonly makeStore: MakeStore;
  /** Milliseconds since the epoch. */
  readonly realNow: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  readonly fingerprint: (key: string) => string;
  readonly issuedKeys: IssuedKeys;
  /** The default clock that the control API has set, if any. */
  readonly defaultClock: { read(): Promise<Clock | undefined>; readonly set: DefaultClock['set'] };
  readonly events: EventBus;
  /** The parts that connect the journal to the journals of other replicas. */
  readonly journal: Pick<RecordingOptions, 'relay' | 'onEntry'>;
  /** Sets the recording that receives the entries of all replicas. */
  readonly connect: (recording: Recording) => void;
  /** Wakes the waiting requests of an account after a change that no request made. */
  readonly notify: (log: Log, account: string) => void;
  /** The reason why the store is unavailable, as a sentence, or undefined. */
  readonly problem: () => string | undefined;
}

/** Checks the JSON of an issued key that a store has kept. */
export const isKeyEntry = (value: unknown): value is KeyEntry => hasMembers(value, ['name', 'settings']);

/** Creates the state of an engine that keeps everything in memory. */
export function memoryState(makeStore: MakeStore): EngineState {
  const [events, issued] = [createEventBus(), createIssuedKeys()];
  let clock: Clock | undefined;
  return {
    makeStore,
    realNow: Date.now,
    monotonic: () => performance.now(),
    fingerprint: createKeyFingerprint(),
    issuedKeys: issued,
    defaultClock: { read: async () => clock, set: async (changed) => void (clock = changed) },
    events,
    journal: {},
    connect: () => undefined,
    notify: (log, account) => log.notify(account),
    problem: () => undefined,
  };
}
