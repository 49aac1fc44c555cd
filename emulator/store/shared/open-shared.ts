/** Opens the store that replicas share, with all that they have in common. */

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import { StoreUnavailable, type BoundedStore } from '../../domain/store.ts';
import type { StoreBounds, StoreListener } from '../memory.ts';
import { AccountIndex } from './account-index.ts';
import { openConnection, type StoreAddress, type StoreConnection } from './connection.ts';
import { JournalStream, type JournalStreamOptions } from './journal-stream.ts';
import { toText } from './reply.ts';
import { SharedKeys } from './shared-keys.ts';
import { SharedStore } from './shared-store.ts';
import { StoreClock } from './store-clock.ts';
import { COMMON, signalsChannel } from './store-keys.ts';

export interface SharedOptions<Entry> extends Pick<
  JournalStreamOptions,
  'bytes' | 'receive' | 'gather' | 'reportCrash'
> {
  readonly address: StoreAddress;
  readonly bounds: StoreBounds;
  readonly listener: StoreListener;
  /** Reads what an issued key opens. */
  readonly readKey: (text: string) => Entry;
}

/** What replicas have in common. */
export interface CommonGround<Entry extends { readonly name: string }> {
  readonly store: BoundedStore;
  readonly clock: StoreClock;
  readonly journal: JournalStream;
  readonly keys: SharedKeys<Entry>;
  readonly defaultClock: DefaultClock;
  /** Of fingerprints; made by the first replica. */
  readonly salt: string;
  /** Why the store cannot be reached, while it cannot. */
  readonly problem: () => string | undefined;
}

/** The default clock of new accounts. */
interface DefaultClock {
  read(): Promise<Clock | undefined>;
  set(clock: Clock): Promise<void>;
}

/** Within this time, something has to be answered. */
const ANSWER_MS = 1000;
/** The first version that has what is used here: streams that are cut by id, to a number of bytes. */
const FIRST_VERSION = 7;

/** Opens the store; rejects with a sentence that says what to do where that fails. */
export async function openShared<Entry extends { readonly name: string }>(
  options: SharedOptions<Entry>,
): Promise<CommonGround<Entry>> {
  const { address, bounds, listener } = options;
  const onReopened = (): void => {
    // Signals may have been lost, and go on to be.
    signals.renew();
    keys.forget();
    clock.forget();
  };
  const connection = openConnection({ address, answerMs: ANSWER_MS, onReopened });
  const channel = signalsChannel(new URL(address.url).pathname.slice(1) || '0');
  const signal = (...message: readonly string[]): void => {
    const sent = connection.send(COMMON.common, ['PUBLISH', channel, JSON.stringify(message)]);
    sent.catch(() => undefined);
  };
  const receive = (text: string): void => {
    const [kind, name = '', life = '']: string[] = JSON.parse(text);
    if (kind === 'ended') store.ended(name, life);
    else keys.forget();
  };
  const signals = openConnection({
    address,
    answerMs: ANSWER_MS,
    subscription: { channel, receive },
    onReopened: () => keys.forget(),
  });
  const clock = new StoreClock(connection);
  const journal = new JournalStream({ ...options, connection, replica: randomBytes(6).toString('base64url') });
  const index = new AccountIndex(connection);
  const keys = new SharedKeys({ connection, read: options.readKey, onChange: () => signal('keys') });
  const onReplaced = (name: string, life: string): void => signal('ended', name, life);
  const closeAll = async (): Promise<void> => {
    clock.close();
    index.close();
    await index.flush().catch(() => undefined);
    await journal.close();
    connection.close();
    signals.close();
  };
  const store = new SharedStore({ connection, index, bounds, listener, onReplaced, close: closeAll });
  try {
    await Promise.all([connection.opened(), signals.opened()]);
    await refuseOldVersion(connection);
    await clock.open();
    await index.flush();
    const salt = await commonSalt(connection);
    return {
      store,
      clock,
      journal,
      keys,
      defaultClock: commonClock(connection),
      salt,
      problem: () => connection.problem,
    };
  } catch (cause) {
    await closeAll();
    throw new StoreUnavailable(explain(cause, options.address.shown), { cause });
  }
}

function commonClock(connection: StoreConnection): DefaultClock {
  return {
    read: async () => {
      const text = toText(await connection.send(COMMON.common, ['HGET', COMMON.common, 'clock']));
      const clock: Clock | undefined = text === undefined ? undefined : JSON.parse(text);
      return clock;
    },
    set: async (clock) => {
      await connection.send(COMMON.common, ['HSET', COMMON.common, 'clock', JSON.stringify(clock)]);
    },
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
  return `The store ${shown} cannot be used: ${text}. Check that Redis 7 or Valkey is running at this address, and that the user and the password are correct.`;
}
