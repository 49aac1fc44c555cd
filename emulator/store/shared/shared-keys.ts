/** Stores the keys that any replica has issued, by fingerprint. The keys themselves are never sent. */

import { createLru } from '../../../lib/lru.ts';
import { checked } from '../account-reader.ts';
import type { StoreConnection } from './connection.ts';
import type { Signals } from './signals.ts';
import { COMMON, toCount, toPairs, toText } from './replies.ts';

const MOST_ISSUED = 50_000;

export class SharedKeys<Entry extends { readonly name: string }> {
  readonly #connection: StoreConnection;
  readonly #isEntry: (value: unknown) => value is Entry;
  readonly #signals: Signals;
  /** The cached replies of the store. Null means that the fingerprint belongs to no key. */
  #known = createLru<Entry | null>(MOST_ISSUED);

  constructor(connection: StoreConnection, isEntry: (value: unknown) => value is Entry, signals: Signals) {
    this.#connection = connection;
    this.#isEntry = isEntry;
    this.#signals = signals;
  }

  readonly cached = (print: string): Entry | null | undefined => this.#known.get(print);

  /** Reads a key from the store. */
  readonly find = async (print: string): Promise<Entry | null> => {
    // If keys change before the store answers, the answer is not cached.
    const known = this.#known;
    const entry = this.#read(toText(await this.#connection.send(COMMON.keys, ['HGET', COMMON.keys, print])));
    known.set(print, entry);
    return entry;
  };

  /** Binds a key to an account. Returns `taken` if the key is bound to another account. */
  readonly issue = async (print: string, entry: Entry): Promise<'issued' | 'taken' | 'full'> => {
    if ((await this.find(print)) === null) {
      const count = toCount(await this.#connection.send(COMMON.keys, ['HLEN', COMMON.keys]));
      if (count >= MOST_ISSUED) return 'full';
      await this.#connection.send(COMMON.keys, ['HSETNX', COMMON.keys, print, JSON.stringify(entry)]);
      this.#change();
    }
    return (await this.find(print))?.name === entry.name ? 'issued' : 'taken';
  };

  /** Revokes the keys of the accounts that a function selects. */
  readonly revoke = async (isSelected: (account: string) => boolean): Promise<void> => {
    const pairs = toPairs(await this.#connection.send(COMMON.keys, ['HGETALL', COMMON.keys]));
    const selected = pairs.filter(([, text]) => isSelected(this.#read(text)?.name ?? ''));
    if (selected.length === 0) return;
    await this.#connection.send(COMMON.keys, ['HDEL', COMMON.keys, ...selected.map(([print]) => print)]);
    this.#change();
  };

  /** Clears the cache after keys were issued or revoked. */
  forget(): void {
    this.#known = createLru(MOST_ISSUED);
  }

  #read(text: string | undefined): Entry | null {
    return text === undefined ? null : checked(COMMON.keys, JSON.parse(text), this.#isEntry);
  }

  #change(): void {
    this.forget();
    this.#signals.send('keys');
  }
}
