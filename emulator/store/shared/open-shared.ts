/** Opens the store that replicas share, with all that they have in common. */

import { randomBytes } from 'node:crypto';
import { StoreUnavailable, type BoundedStore } from '../../domain/store.ts';
import type { StoreBounds, StoreListener } from '../memory.ts';
import { AccountIndex } from './account-index.ts';
import { openConnection, type StoreAddress, type StoreConnection } from './connection.ts';
import type { FeedMessage } from './feed-messages.ts';
import { Feed, type ReceivedMessage } from './feed.ts';
import { toText } from './reply.ts';
import { SharedKeys } from './shared-keys.ts';
import { SharedStore } from './shared-store.ts';
import { StoreClock } from './store-clock.ts';
import { COMMON } from './store-keys.ts';

export interface SharedOptions<Entry> {
  readonly address: StoreAddress;
  readonly bounds: StoreBounds;
  readonly listener: StoreListener;
  /** The feed is cut to about so many bytes. */
  readonly feedBytes: number;
  /** Reads what an issued key opens. */
  readonly readKey: (text: string) => Entry;
  /** Receives what replicas publish to each other, this one too. */
  readonly receive: (received: ReceivedMessage) => void;
  /** Publishes what waits to be published. */
  readonly gather: () => void;
  readonly reportCrash: (cause: unknown) => void;
}

/** What replicas have in common. */
export interface CommonGround<Entry extends { readonly name: string }> {
  readonly store: BoundedStore;
  readonly clock: StoreClock;
  readonly feed: Feed;
  readonly keys: SharedKeys<Entry>;
  readonly values: CommonValues;
  /** Of fingerprints; made by the first replica. */
  readonly salt: string;
  /** Why the store cannot be reached, while it cannot. */
  readonly problem: () => string | undefined;
}

/** Texts that all replicas agree on. */
export interface CommonValues {
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
}

/** In these times something has to be answered. */
const ANSWER_MS = 1000;
/** A reader waits for a second where nothing happens. */
const READ_ANSWER_MS = 2500;
/** The first version that has what is used here: numbered streams. */
const FIRST_VERSION = 7;

/** Opens the store; rejects with a sentence that says what to do where that fails. */
export async function openShared<Entry extends { readonly name: string }>(
  options: SharedOptions<Entry>,
): Promise<CommonGround<Entry>> {
  const { address, bounds, listener, reportCrash } = options;
  const onReopened = (): void => {
    store.forget();
    keys.forget();
    clock.forget();
    feed.reopened();
  };
  const connection = openConnection({ address, answerMs: ANSWER_MS, onReopened });
  const reading = openConnection({ address, answerMs: READ_ANSWER_MS, isBinary: true });
  const close = (): void => [connection, reading].forEach((one) => one.close());
  const clock = new StoreClock(connection);
  const receive = (received: ReceivedMessage): void => {
    const [kind, name, life]: FeedMessage = received.message;
    if (kind === 'ended') store.ended(String(name), String(life));
    else if (kind === 'keys') keys.forget();
    else options.receive(received);
  };
  const { feedBytes: bytes, gather } = options;
  const feed = new Feed({ connection, reading, bytes, now: clock.now, receive, gather, reportCrash });
  const index = new AccountIndex(connection);
  const keys = new SharedKeys({ connection, read: options.readKey, onChange: () => feed.publish(['keys']) });
  const onReplaced = (name: string, life: string): void => feed.publish(['ended', name, life]);
  const store = new SharedStore({ connection, index, bounds, listener, onReplaced });
  const closeAll = async (): Promise<void> => {
    clock.close();
    index.close();
    await index.flush().catch(() => undefined);
    await feed.close();
    close();
  };
  try {
    await Promise.all([connection.opened(), reading.opened()]);
    await refuseOldVersion(connection);
    await clock.open();
    await index.flush();
    await feed.open();
    const salt = await commonSalt(connection);
    return {
      store: portOf(store, closeAll),
      clock,
      feed,
      keys,
      values: commonValues(connection),
      salt,
      problem: () => connection.problem ?? reading.problem,
    };
  } catch (cause) {
    await closeAll();
    throw new StoreUnavailable(explain(cause, options.address.shown), { cause });
  }
}

function portOf(store: SharedStore, close: () => Promise<void>): BoundedStore {
  return {
    enter: (name, realNow) => store.enter(name, realNow),
    commit: (account, changes) => store.commit(account, changes),
    replace: (name, replacement) => store.replace(name, replacement),
    list: () => store.list(),
    discard: (name) => store.discard(name),
    capacity: store.capacity,
    close,
  };
}

function commonValues(connection: StoreConnection): CommonValues {
  return {
    read: async (name) => toText(await connection.send(COMMON.common, ['HGET', COMMON.common, name])),
    write: async (name, text) => void (await connection.send(COMMON.common, ['HSET', COMMON.common, name, text])),
  };
}

async function commonSalt(connection: StoreConnection): Promise<string> {
  const own = randomBytes(16).toString('base64url');
  await connection.send(COMMON.common, ['HSETNX', COMMON.common, 'salt', own]);
  return toText(await connection.send(COMMON.common, ['HGET', COMMON.common, 'salt'])) ?? own;
}

async function refuseOldVersion(connection: StoreConnection): Promise<void> {
  const info = toText(await connection.send(COMMON.common, ['INFO', 'server'])) ?? '';
  const version = /redis_version:(\d+)/.exec(info)?.[1];
  if (version !== undefined && Number(version) < FIRST_VERSION) {
    throw new Error(`it is of version ${version}; Standin needs Redis ${FIRST_VERSION} or newer, or Valkey`);
  }
}

function explain(cause: unknown, shown: string): string {
  const root = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const text = (root instanceof Error ? root.message : String(root)).replace(/\.$/, '');
  if (text.includes('@redis/client')) {
    return 'The setting "store" needs the package @redis/client, which is not installed. Run npm install @redis/client.';
  }
  return `The store ${shown} cannot be used: ${text}. Check that Redis 7 or Valkey listens there, and that user and password are right.`;
}
