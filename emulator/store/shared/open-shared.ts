/** Creates and opens the store that replicas share, with their shared journal, keys and clock. */

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import { StoreUnavailable } from '../../domain/store.ts';
import { checked, isClock } from '../account-reader.ts';
import type { StoreBounds, StoreListener } from '../memory.ts';
import { AccountIndex } from './account-index.ts';
import { StoreConnection, type StoreAddress } from './connection.ts';
import { JournalStream, type JournalStreamOptions } from './journal-stream.ts';
import { COMMON, toText } from './replies.ts';
import { SharedKeys } from './shared-keys.ts';
import { SharedStore } from './shared-store.ts';
import { StoreClock } from './store-clock.ts';

export interface SharedOptions<Entry> extends Pick<
  JournalStreamOptions,
  'bytes' | 'receive' | 'gather' | 'reportCrash'
> {
  readonly address: StoreAddress;
  readonly isKeyEntry: (value: unknown) => value is Entry;
}

/** The time within which the store must answer a command while commands wait. */
const ANSWER_MS = 1000;
/** The first version of Redis whose streams can be trimmed by id. */
const FIRST_VERSION = 7;

/** A signal that an account has ended, with its life and its name. The other signal is that keys have changed. */
const ENDED = /^ended (\S*) (.*)$/s;

/** Creates the parts that all replicas share. The parts reject commands until the store is open. */
export function createSharedParts<Entry extends { readonly name: string }>(options: SharedOptions<Entry>) {
  const { address } = options;
  let store: SharedStore | undefined;
  // The channel on which replicas report ended accounts and changed keys. Each database has its own channel.
  const channel = `standin:signals:${new URL(address.url).pathname.slice(1) || '0'}`;
  const receive = (text: string): void => {
    const [, life, name] = ENDED.exec(text) ?? [];
    if (life !== undefined && name !== undefined) store?.ended(name, life);
    else keys.forget();
  };
  const connection = new StoreConnection({
    address,
    answerMs: ANSWER_MS,
    subscription: { channel, receive },
    onReopened: () => {
      keys.forget();
      clock.forget();
    },
  });
  const signal = (message: string): void => {
    connection.send(COMMON.common, ['PUBLISH', channel, message]).catch(() => undefined);
  };
  const clock = new StoreClock(connection);
  const journal = new JournalStream({ ...options, connection, replica: randomBytes(6).toString('base64url') });
  const keys = new SharedKeys(connection, options.isKeyEntry, () => signal('keys'));
  /** Opens the store. Rejects with a sentence that tells the user what to do. */
  const open = async (bounds: StoreBounds, listener: StoreListener) => {
    const index = new AccountIndex(connection, bounds);
    const close = async (): Promise<void> => {
      clock.close();
      index.close();
      await index.flush().catch(() => undefined);
      await journal.close();
      connection.close();
    };
    const onReplaced = (name: string, life: string): void => signal(`ended ${life} ${name}`);
    store = new SharedStore({ connection, index, listener, onReplaced, close });
    try {
      await connection.open();
      await refuseOldVersion(connection);
      await clock.open();
      await index.flush();
      return { store, salt: await commonSalt(connection) };
    } catch (cause) {
      await close();
      throw new StoreUnavailable(explain(cause, address.shown), { cause });
    }
  };
  /** Returns the reason why the store is unreachable, or undefined. */
  const problem = (): string | undefined => connection.problem;
  return { clock, journal, keys, defaultClock: commonClock(connection), problem, open };
}

/** Creates the default clock of new accounts, which all replicas share. */
function commonClock(connection: StoreConnection) {
  return {
    read: async (): Promise<Clock | undefined> => {
      const text = toText(await connection.send(COMMON.common, ['HGET', COMMON.common, 'clock']));
      return text === undefined ? undefined : checked('clock', JSON.parse(text), isClock);
    },
    set: async (clock: Clock): Promise<void> => {
      await connection.send(COMMON.common, ['HSET', COMMON.common, 'clock', JSON.stringify(clock)]);
    },
  };
}

/** Returns the salt of fingerprints. The first replica creates it. */
async function commonSalt(connection: StoreConnection): Promise<string> {
  const own = randomBytes(16).toString('base64url');
  await connection.send(COMMON.common, ['HSETNX', COMMON.common, 'salt', own]);
  return toText(await connection.send(COMMON.common, ['HGET', COMMON.common, 'salt'])) ?? own;
}

async function refuseOldVersion(connection: StoreConnection): Promise<void> {
  const info = toText(await connection.send(COMMON.common, ['INFO', 'server'])) ?? '';
  const version = /redis_version:(\d+)/.exec(info)?.[1];
  if (version !== undefined && Number(version) < FIRST_VERSION) {
    throw new Error(`it has version ${version}, but Standin needs Redis ${FIRST_VERSION} or newer, or Valkey`);
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
