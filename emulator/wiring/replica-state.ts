/** Creates the state of a replica. All replicas share accounts, keys, time, journal and events. */

import { createKeyFingerprint } from '../api/keys/fingerprint.ts';
import type { KeyEntry } from '../api/keys/key-ring.ts';
import { isKeyEntry, type EngineState } from './engine-state.ts';
import { createEventBus, type EventBus, type EventSubscription, type PublishedEvent } from '../control/event-bus.ts';
import { publishRequest } from '../control/publish.ts';
import type { Recording } from '../journal/recorder.ts';
import type { EntryMessage, EntryRelay } from '../journal/relay.ts';
import { checked, hasMembers } from '../store/account-reader.ts';
import { createSharedParts, type SharedOptions } from '../store/shared/open-shared.ts';

type ReplicaOptions = Pick<SharedOptions<KeyEntry>, 'address' | 'bytes' | 'reportCrash'>;

/** A message between replicas. */
type ReplicaMessage =
  | EntryMessage
  | readonly [kind: 'event', event: PublishedEvent]
  | readonly [kind: 'notify', account: string];

function isReplicaMessage(message: unknown): message is ReplicaMessage {
  const [kind, first, second]: unknown[] = Array.isArray(message) ? message : [];
  const isName = typeof first === 'string' || first === null;
  if (kind === 'entry') return hasMembers(first, ['account', 'identity']);
  if (kind === 'end') return typeof first === 'number' && hasMembers(second, ['bytesSent', 'totalMs']);
  if (kind === 'event') return hasMembers(first, ['type', 'account', 'at', 'data']);
  return (kind === 'clear' && isName) || (kind === 'notify' && typeof first === 'string');
}

/** Creates the state of an engine that shares its store. `makeStore` opens the store. */
export function replicaState(options: ReplicaOptions): EngineState {
  let fingerprint = createKeyFingerprint();
  let recording: Recording | undefined;
  const ownEvents = createEventBus();
  const receive: SharedOptions<KeyEntry>['receive'] = (received) => {
    const message = checked('journal', received.message, isReplicaMessage);
    if (message[0] === 'event') {
      if (ownEvents.hasListener(message[1].account)) ownEvents.publish(message[1]);
    } else if (message[0] === 'notify') recording?.log.notify(message[1]);
    else recording?.receive({ ...received, message });
  };
  const gather = (): void => recording?.handOver();
  const shared = createSharedParts({ ...options, isKeyEntry, receive, gather });
  const { connection, clock, journal, keys, defaultClock } = shared;
  return {
    makeStore: async (bounds, listener) => {
      const { store, salt } = await shared.open(bounds, listener);
      fingerprint = createKeyFingerprint(salt);
      return store;
    },
    realNow: clock.now,
    monotonic: clock.precise,
    fingerprint: (key) => fingerprint(key),
    issuedKeys: keys,
    defaultClock,
    events: {
      ...ownEvents,
      // The listener of an event may be connected to another replica.
      hasListener: () => true,
      // Requests are not published as events. Each replica creates the event when it receives the journal entry.
      publish: (event) => journal.publish(['event', event]),
      listen: (subscription) => followed(ownEvents, subscription, journal),
    },
    journal: {
      relay: journal,
      // Each replica creates the events of requests from journal entries.
      onEntry: (account, reference) => publishRequest(ownEvents, account, reference),
    },
    connect: (own) => void (recording = own),
    notify: (_, account) => journal.publish(['notify', account]),
    problem: () => connection.problem && `The store cannot be reached: ${connection.problem}.`,
  };
}

/** Waits for everything that replicas published earlier. Then yields the events of the subscription. */
async function* followed(
  events: EventBus,
  subscription: EventSubscription,
  journal: EntryRelay,
): AsyncGenerator<string> {
  const { signal } = subscription;
  if (signal.aborted) return;
  signal.addEventListener('abort', journal.follow(), { once: true });
  await journal.sync().catch(() => undefined);
  yield* events.listen(subscription);
}
