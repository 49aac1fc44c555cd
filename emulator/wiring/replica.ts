/** An engine that is one of several replicas: accounts, keys, time, journal and events are common to all of them. */

import { createKeyFingerprint } from '../api/keys/fingerprint.ts';
import type { KeyEntry } from '../api/keys/issued-keys.ts';
import type { Commons } from './commons.ts';
import { createEventBus, RESUME_MS, type EventBus } from '../control/event-bus.ts';
import { publishRequest } from '../control/publish.ts';
import type { EventSubscription, PublishedEvent } from '../control/event-stream.ts';
import { StoreUnavailable } from '../domain/store.ts';
import type { Recording } from '../journal/recorder.ts';
import type { EntryMessage } from '../journal/relay.ts';
import type { CommonGround, SharedOptions } from '../store/shared/open-shared.ts';

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
  let shared: CommonGround<KeyEntry> | undefined;
  let fingerprint: ((key: string) => string) | undefined;
  let recording: Recording | undefined;
  const ownEvents = createEventBus();
  const open = (): CommonGround<KeyEntry> => shared ?? notOpen();
  const publish = (...sent: [ReplicaMessage, Buffer?, number?]): void => shared?.journal.publish(...sent);
  const receive: SharedOptions['receive'] = (received) => {
    const message: ReplicaMessage = received.message;
    if (message[0] === 'event') {
      if (ownEvents.hasListener(message[1].account)) ownEvents.publish(message[1]);
    } else if (message[0] === 'notify') recording?.notifier.notify(message[1]);
    else if (message[0] !== 'continued') recording?.receive({ ...received, message });
  };
  return {
    makeStore: async (bounds, listener) => {
      const { openShared } = await import('../store/shared/open-shared.ts');
      const sharing = { bounds, listener, receive, gather: () => recording?.handOver() };
      shared = await openShared<KeyEntry>({ ...options, ...sharing });
      fingerprint = createKeyFingerprint(shared.salt);
      return shared.store;
    },
    realNow: () => shared?.clock.now() ?? Date.now(),
    monotonic: () => shared?.clock.precise() ?? performance.now(),
    fingerprint: (key) => (fingerprint ?? notOpen())(key),
    issuedKeys: () => open().keys,
    defaultClock: { read: () => open().defaultClock.read(), set: (clock) => open().defaultClock.set(clock) },
    events: {
      ...ownEvents,
      // A client may listen at another replica.
      hasListener: () => true,
      // A request is an entry, and each replica makes the event of it when it comes.
      publish: (event) => 'data' in event && publish(['event', event]),
      listen: (subscription) => followed(ownEvents, subscription, open().journal),
    },
    journal: {
      relay: {
        publish,
        soon: () => shared?.journal.soon(),
        sync: () => open().journal.sync(),
        follow: () => open().journal.follow(),
      },
      // Events of requests need not be sent: each replica makes them of the journal.
      onEntry: (account, reference) => publishRequest(ownEvents, account, reference),
    },
    connect: (own) => void (recording = own),
    notify: (_, account) => publish(['notify', account]),
    problem: () => problemOf(shared),
  };
}

function problemOf(shared: CommonGround<KeyEntry> | undefined): string | undefined {
  const problem = shared === undefined ? 'it is being opened' : shared.problem();
  return problem && `The store cannot be reached: ${problem}.`;
}

function notOpen(): never {
  throw new StoreUnavailable('The store of this service is not open yet. Try again in a few seconds.');
}

/** Receives what all replicas have published before, which is not a part of the subscription. Then listens. */
async function* followed(
  events: EventBus,
  subscription: EventSubscription,
  journal: CommonGround<KeyEntry>['journal'],
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
