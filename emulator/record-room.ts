/** Puts together what remembers: the store, the journal, and the events for those who listen to both. */

import type { AccountLifetimes } from './api/lifetimes.ts';
import { publishChanges, publishRequest } from './control/publish.ts';
import type { EventBus } from './control/event-bus.ts';
import type { Account } from './domain/account.ts';
import type { Changes } from './domain/changes.ts';
import type { Accounts } from './domain/decide.ts';
import type { Capacity } from './domain/store.ts';
import { createRecording, type Recording } from './journal/recorder.ts';
import { createRedactors, type Redactors } from './journal/redact.ts';
import { toRecordingSettings, toStoreBounds } from './settings/resolve.ts';
import type { Settings } from './settings/settings.ts';
import type { createMemoryStore } from './store/memory.ts';

export interface RecordRoom {
  readonly accounts: Accounts;
  readonly capacity: Capacity;
  readonly recording: Recording;
  readonly redactors: Redactors;
  /** Wakes those who wait for something in an account. */
  readonly notify: (account: string) => void;
}

interface Neighbours {
  readonly createStore: typeof createMemoryStore;
  readonly lifetimes: AccountLifetimes;
  readonly events: EventBus;
  readonly reportCrash: (cause: unknown) => void;
}

/** Makes the room where things are remembered. */
export function createRecordRoom(
  settings: Settings,
  { createStore, lifetimes, events, reportCrash }: Neighbours,
): RecordRoom {
  const publish = (account: Account, changes: Changes): void =>
    publishChanges(events, account, { changes, realNow: Date.now() });
  const store = createStore(toStoreBounds(settings), {
    removed: (name) => lifetimes.end(name),
    evictedFrom: (account) => publish(account, account.changes),
  });
  const redactors = createRedactors(secretsOf(settings));
  const recording = createRecording({
    ...toRecordingSettings(settings),
    redactors,
    findAccount: (name) => store.enter(name, Date.now()),
    realNow: Date.now,
    monotonic: () => performance.now(),
    reportCrash,
    onEntry: (captured) => publishRequest(events, captured),
  });
  const accounts = { store, realNow: Date.now, publish };
  return {
    accounts,
    capacity: store.capacity,
    recording,
    redactors,
    notify: (account) => recording.notifier.notify(account),
  };
}

/** What must not be kept wherever a client writes it. */
function secretsOf({ accounts, controlToken }: Settings): string[] {
  const keys = accounts.flatMap((account) => account.keys);
  return controlToken === undefined ? keys : [...keys, controlToken];
}
