/** Creates and opens the store that replicas share, with their shared journal, keys and clock. */

import { randomBytes } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import { StoreUnavailable } from '../../domain/store.ts';
import { checked, isClock } from '../account-reader.ts';
import type { StoreBounds, StoreListener } from '../memory.ts';
import { AccountIndex } from './account-index.ts';
import { StoreConnection } from './connection.ts';
import { JournalStream, type JournalStreamOptions } from './journal-stream.ts';
import { COMMON, toText } from './replies.ts';
import { SharedKeys } from './shared-keys.ts';
import { SharedStore } from './shared-store.ts';
import { Signals } from './signals.ts';
import { StoreClock } from './store-clock.ts';

export interface SharedOptions<Entry> extends Pick<
  JournalStreamOptions,
  'bytes' | 'receive' | 'gather' | 'reportCrash'
> {
  /** The URL of the store, and the URL without credentials for messages. */
  readonly address: { readonly url: string; readonly shown: string };
  readonly isKeyEntry: (value: unknown) => value is Entry;
}

/** The interval at which this replica reads the time and the signals, and sends its counts. */
const EXCHANGE_MS = 1000;

/** Creates the parts that all replicas share. The parts reject commands until the store is open. */
export function createSharedParts<Entry extends { readonly name: string }>(options: SharedOptions<Entry>) {
  const { address } = options;
  const connection = new StoreConnection(address.url);
  const clock = new StoreClock(connection);
  const journal = new JournalStream({ ...options, connection });
  const signals = new Signals(connection);
  const keys = new SharedKeys(connection, options.isKeyEntry, signals);
  /** Opens the store. Rejects with a sentence that tells the user what to do. */
  const open = async (bounds: StoreBounds, listener: StoreListener) => {
    const index = new AccountIndex(connection, bounds);
    const exchange = async (): Promise<void> => {
      await Promise.all([clock.sample(), index.flush()]);
      for (const [kind, name = '', life = ''] of await signals.receive()) {
        if (kind === 'keys') keys.forget();
        else store.ended(name, life);
      }
    };
    const timer = setInterval(() => void exchange().catch(() => undefined), EXCHANGE_MS).unref();
    const close = async (): Promise<void> => {
      clearInterval(timer);
      await index.flush().catch(() => undefined);
      await journal.close();
      connection.close();
    };
    const store = new SharedStore({ connection, index, listener, signals, close });
    try {
      await connection.open();
      await exchange();
      return { store, salt: await commonSalt(connection) };
    } catch (cause) {
      await close();
      throw new StoreUnavailable(explain(cause, address.shown), { cause });
    }
  };
  return { connection, clock, journal, keys, defaultClock: commonClock(connection), open };
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

function explain(cause: unknown, shown: string): string {
  const root = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const text = (root instanceof Error ? root.message : String(root)).replace(/\.$/, '');
  if (text.includes('@redis/client')) {
    return 'The setting "store" needs the package @redis/client, which is not installed. Run npm install @redis/client.';
  }
  return `The store ${shown} cannot be used: ${text}. Check that Redis 7 or Valkey is running at this address, and that the user and the password are correct.`;
}
