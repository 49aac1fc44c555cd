/** An engine that is one of several replicas: accounts, keys, time, journal and events are common to all of them. */

import { createKeyFingerprint } from '../api/keys/fingerprint.ts';
import type { KeyEntry } from '../api/keys/issued-keys.ts';
import type { Commons } from './commons.ts';
import { createEventBus, RESUME_MS, type EventBus } from '../control/event-bus.ts';
import { publishRequest } from '../control/publish.ts';
import type { EventSubscription, PublishedEvent } from '../control/event-stream.ts';
import type { Recording } from '../journal/recorder.ts';
import type { EntryMessage, EntryRelay } from '../journal/relay.ts';
import { createSharedParts, type SharedOptions } from '../store/shared/open-shared.ts';

export interface ReplicaOptions extends Pick<SharedOptions, 'address' | 'bytes' | 'reportCrash'> {}

/** A message between replicas. */
type ReplicaMessage =
  | EntryMessage
  | readonly [kind: 'event', event: PublishedEvent]
  | readonly [kind: 'notify', account: string]
  /** Says nothing: the number of the next message is greater than all before. */
  | readonly [kind: 'continued'];

/** The commons of an engine that shares its store; it is opened with `makeStore`. */
export function replicaCommons(options: ReplicaOptions): Commons {
  let fingerprint = createKeyFingerprint();
  let recording: Recording | undefined;
  const ownEvents = createEventBus();
  const receive: SharedOptions['receive'] = (received) => {
    const message: ReplicaMessage = received.message;
    if (message[0] === 'event') {
      if (ownEvents.hasListener(message[1].account)) ownEvents.publish(message[1]);
    } else if (message[0] === 'notify') recording?.notifier.notify(message[1]);
    else if (message[0] !== 'continued') recording?.receive({ ...received, message });
  };
  const gather = (): void => recording?.handOver();
  const shared = createSharedParts<KeyEntry>({ ...options, receive, gather });
  const { clock, journal, keys, defaultClock } = shared;
  return {
    makeStore: async (bounds, listener) => {
      const { store, salt } = await shared.open(bounds, listener);
      fingerprint = createKeyFingerprint(salt);
      return store;
    },
    realNow: clock.now,
    monotonic: clock.precise,
    fingerprint: (key) => fingerprint(key),
    issuedKeys: () => keys,
    defaultClock,
    events: {
      ...ownEvents,
      // A client may listen at another replica.
      hasListener: () => true,
      // A request is an entry, and each replica makes the event of it when it comes.
      publish: (event) => 'data' in event && journal.publish(['event', event]),
      listen: (subscription) => followed(ownEvents, subscription, journal),
    },
    journal: {
      relay: journal,
      // Events of requests need not be sent: each replica makes them of the journal.
      onEntry: (account, reference) => publishRequest(ownEvents, account, reference),
    },
    connect: (own) => void (recording = own),
    notify: (_, account) => journal.publish(['notify', account]),
    problem: () => {
      const problem = shared.problem();
      return problem && `The store cannot be reached: ${problem}.`;
    },
  };
}

/** Receives what all replicas have published before, which is not a part of the subscription. Then listens. */
async function* followed(
  events: EventBus,
  subscription: EventSubscription,
  journal: EntryRelay,
): AsyncGenerator<string> {
  const { signal, isResumable = false } = subscription;
  if (signal.aborted) return;
  const unfollow = journal.follow();
  // A client that comes back finds the events of the meantime.
  const end = (): void => void setTimeout(unfollow, isResumable ? RESUME_MS : 0).unref();
  signal.addEventListener('abort', end, { once: true });
  await journal.sync().catch(() => undefined);
  yield* events.listen(subscription);
}
