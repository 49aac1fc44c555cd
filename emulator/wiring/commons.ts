/** The parts that an engine has to itself, or shares with the replicas of its store. */

import { createDefaultClock, type DefaultClock } from '../api/default-clock.ts';
import { createKeyFingerprint } from '../api/keys/fingerprint.ts';
import { createIssuedKeys, type IssuedKeys } from '../api/keys/issued-keys.ts';
import { createEventBus, type EventBus } from '../control/event-bus.ts';
import type { BoundedStore } from '../domain/store.ts';
import type { Notifier } from '../journal/notifier.ts';
import type { Recording, RecordingOptions } from '../journal/recorder.ts';
import type { StoreBounds, StoreListener } from '../store/memory.ts';

/**
 * Makes the store of an engine; tests put other ones in its place. A store may take its time to open: requests wait for
 * it, and a socket opens after it.
 */
export type MakeStore = (bounds: StoreBounds, listener: StoreListener) => BoundedStore | Promise<BoundedStore>;

export interface Commons {
  readonly makeStore: MakeStore;
  /** Milliseconds since the epoch. */
  readonly realNow: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
  readonly fingerprint: (key: string) => string;
  readonly issuedKeys: () => IssuedKeys;
  readonly defaultClock: DefaultClock;
  readonly events: EventBus;
  /** The parts that join the journals of all replicas. */
  readonly journal: Pick<RecordingOptions, 'relay' | 'onReceived'>;
  /** Where the entries of all replicas go. */
  readonly connect: (recording: Recording) => void;
  /** Wakes waiters of an account after a change that no request made. */
  readonly notify: (notifier: Notifier, account: string) => void;
  /** Why the store cannot be reached or written, while it cannot; a sentence. */
  readonly problem: () => string | undefined;
}

/** The parts of an engine without replicas. */
export function ownCommons(makeStore: MakeStore): Commons {
  const [events, issued] = [createEventBus(), createIssuedKeys()];
  return {
    makeStore,
    realNow: Date.now,
    monotonic: () => performance.now(),
    fingerprint: createKeyFingerprint(),
    issuedKeys: () => issued,
    defaultClock: createDefaultClock(),
    events,
    journal: {},
    connect: () => undefined,
    notify: (notifier, account) => notifier.notify(account),
    problem: () => undefined,
  };
}
