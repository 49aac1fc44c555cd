/** An engine that is one of several replicas: accounts, keys, time, journal and events are common to all of them. */

import type { DefaultClock } from '../api/default-clock.ts';
import { createKeyFingerprint } from '../api/keys/fingerprint.ts';
import type { KeyEntry } from '../api/keys/issued-keys.ts';
import type { Commons } from './commons.ts';
import { createEventBus, RESUME_MS, type EventBus } from '../control/event-bus.ts';
import { publishRequest } from '../control/publish.ts';
import type { EventSubscription, PublishedEvent } from '../control/event-stream.ts';
import type { Clock } from '../domain/clock.ts';
import { StoreUnavailable } from '../domain/store.ts';
import type { decodeEntry } from '../journal/entry-decoder.ts';
import type { Recording } from '../journal/recorder.ts';
import type { EntryMessage } from '../journal/relay.ts';
import type { CommonGround, SharedOptions } from '../store/shared/open-shared.ts';

export interface ReplicaOptions extends Pick<SharedOptions<KeyEntry>, 'address' | 'feedBytes' | 'reportCrash'> {}

/** What replicas publish to each other, besides what the store itself has to. */
type ReplicaMessage =
  | EntryMessage
  | readonly [kind: 'event', event: PublishedEvent]
  | readonly [kind: 'notify', account: string];

/** The commons of an engine that shares its store; it is opened with `makeStore`. */
export function replicaCommons(options: ReplicaOptions): Commons {
  let shared: CommonGround<KeyEntry> | undefined;
  let fingerprint: ((key: string) => string) | undefined;
  let recording: Recording | undefined;
  let decode: typeof decodeEntry | undefined;
  const ownEvents = createEventBus();
  const open = (): CommonGround<KeyEntry> => shared ?? notOpen();
  const publish = (message: ReplicaMessage, ...rest: [Buffer?, number?]): void =>
    shared?.feed.publish(message, ...rest);
  const receive: SharedOptions<KeyEntry>['receive'] = (received) => {
    const message: ReplicaMessage = received.message;
    if (message[0] === 'event') ownEvents.publish(message[1]);
    else if (message[0] === 'notify') recording?.notifier.notify(message[1]);
    else recording?.receive({ ...received, message });
  };
  return {
    makeStore: async (bounds, listener) => {
      const { openShared } = await import('../store/shared/open-shared.ts');
      ({ decodeEntry: decode } = await import('../journal/entry-decoder.ts'));
      const sharing = { bounds, listener, receive, gather: () => recording?.handOver() };
      shared = await openShared({ ...options, ...sharing, readKey: JSON.parse });
      fingerprint = createKeyFingerprint(shared.salt);
      return shared.store;
    },
    realNow: () => shared?.clock.now() ?? Date.now(),
    monotonic: () => shared?.clock.precise() ?? performance.now(),
    fingerprint: (key) => (fingerprint ?? notOpen())(key),
    issuedKeys: {
      find: (print) => open().keys.find(print),
      refresh: (print) => open().keys.refresh(print),
      issue: (print, entry) => open().keys.issue(print, entry),
      revoke: (account) => open().keys.revoke(account),
      revokeClosed: (isOpen) => open().keys.revokeClosed(isOpen),
    },
    defaultClock: commonClock(() => open().values),
    events: {
      ...ownEvents,
      hasListener: () => shared?.feed.hasListeners ?? false,
      // A request is an entry, and each replica makes the event of it when it comes.
      publish: (event) => 'data' in event && publish(['event', event]),
      listen: (subscription) => announced(ownEvents, subscription, (change) => open().feed.listen(change)),
    },
    journal: {
      relay: { publish, sync: () => open().feed.sync() },
      // Events of requests need not be sent: each replica makes them of the journal.
      onReceived: (account, reference) => {
        if (decode === undefined || !ownEvents.hasListener(account)) return;
        publishRequest(ownEvents, decode(reference).captured, reference);
      },
    },
    connect: (own) => {
      recording = own;
    },
    notify: (_, account) => publish(['notify', account]),
    problem: () => problemOf(shared),
  };
}

/** The default clock of new accounts, which all replicas have in common. */
function commonClock(values: () => CommonGround<KeyEntry>['values']): DefaultClock {
  return {
    read: async () => {
      const text = await values().read('clock');
      const clock: Clock | undefined = text === undefined ? undefined : JSON.parse(text);
      return clock;
    },
    set: (clock) => values().write('clock', JSON.stringify(clock)),
  };
}

function problemOf(shared: CommonGround<KeyEntry> | undefined): string | undefined {
  const problem = shared === undefined ? 'it is being opened' : shared.problem();
  return problem && `The store cannot be reached: ${problem}.`;
}

function notOpen(): never {
  throw new StoreUnavailable('The store of this service is not open yet. Try again in a few seconds.');
}

/**
 * A subscription that begins once all replicas know that somebody listens: without that they publish no events, because
 * to send each would cost every commit.
 */
function announced(
  events: EventBus,
  subscription: EventSubscription,
  announce: (change: 1 | -1) => Promise<void>,
): AsyncIterableIterator<string> {
  const stream = events.listen(subscription);
  let isOver = false;
  let beginning: Promise<void> | undefined;
  const end = (): void => {
    if (isOver || beginning === undefined) return;
    isOver = true;
    const leave = (): void => void announce(-1).catch(() => undefined);
    if (subscription.isResumable === true) setTimeout(leave, RESUME_MS).unref();
    else leave();
  };
  subscription.signal.addEventListener('abort', end, { once: true });
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => {
      beginning ??= announce(1).catch(() => undefined);
      await beginning;
      const next = await stream.next();
      if (next.done === true) end();
      return next;
    },
    return: async () => {
      end();
      await stream.return?.();
      return { done: true, value: undefined };
    },
  };
}
