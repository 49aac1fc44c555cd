/** Puts together what remembers: the store, the journal, and the events for those who listen to both. */

import type { Epochs } from './api/epochs.ts';
import { tellOfGeneration, tellOfRequest } from './control/told-events.ts';
import type { EventHub } from './control/event-hub.ts';
import type { Store } from './domain/store.ts';
import type { FaultBook } from './faults/fault-book.ts';
import { createRecording, type Recording } from './journal/recorder.ts';
import { createRedactors, type Redactors } from './journal/redact.ts';
import { toRecordingSettings, toStoreBounds } from './settings/resolve.ts';
import type { Settings } from './settings/schema.ts';
import { stirringStore } from './stirring-store.ts';
import { createMemoryStore } from './store/memory-store.ts';

export interface RecordRoom {
  readonly store: Store;
  readonly recording: Recording;
  readonly redactors: Redactors;
}

interface Neighbours {
  readonly epochs: Epochs;
  readonly events: EventHub;
  readonly faults: FaultBook;
  readonly reportCrash: (cause: unknown) => void;
}

/** Makes the room where things are remembered. */
export function createRecordRoom(settings: Settings, { epochs, events, faults, reportCrash }: Neighbours): RecordRoom {
  const kept = createMemoryStore(toStoreBounds(settings), {
    generationChanged: (account, before, generation) =>
      tellOfGeneration(events, account, { before, generation, realNow: Date.now() }),
    accountForgotten: (name) => {
      epochs.end(name);
      faults.forget(name);
    },
  });
  const redactors = createRedactors(secretsOf(settings));
  const recording = createRecording({
    ...toRecordingSettings(settings),
    redactors,
    store: kept,
    realNow: Date.now,
    monotonic: () => performance.now(),
    reportCrash,
    onEntry: (captured) => tellOfRequest(events, captured),
  });
  return { store: stirringStore(kept, (account) => recording.notifier.notify(account)), recording, redactors };
}

/** What must not be kept wherever a client writes it. */
function secretsOf({ accounts, controlToken }: Settings): string[] {
  const keys = accounts.flatMap((account) => account.keys);
  return controlToken === undefined ? keys : [...keys, controlToken];
}
