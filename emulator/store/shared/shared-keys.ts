/** Keys that were issued by any replica, by their fingerprints. The keys themselves are never sent. */

import { createLru } from '../../../lib/lru.ts';
import type { StoreConnection } from './connection.ts';
import { toCount, toPairs, toText } from './reply.ts';
import { COMMON } from './store-keys.ts';

const MOST_ISSUED = 50_000;

export interface SharedKeysOptions<Entry> {
  readonly connection: StoreConnection;
  readonly read: (text: string) => Entry;
  /** Tells all replicas that keys were issued or revoked. */
  readonly onChange: () => void;
}

export class SharedKeys<Entry extends { readonly name: string }> {
  readonly #options: SharedKeysOptions<Entry>;
  /** What the store was asked for since keys were issued or revoked; undefined for a print that is no key. */
  #known = createLru<{ readonly entry: Entry | undefined }>(MOST_ISSUED);

  constructor(options: SharedKeysOptions<Entry>) {
    this.#options = options;
  }

  readonly find = async (print: string): Promise<Entry | undefined> => {
    const known = this.#known.get(print);
    return known === undefined ? this.refresh(print) : known.entry;
  };

  /** Asks the store, whatever is known. */
  readonly refresh = async (print: string): Promise<Entry | undefined> => {
    const { connection, read } = this.#options;
    // If keys change while the store answers, the answer is not remembered.
    const known = this.#known;
    const text = toText(await connection.send(COMMON.keys, ['HGET', COMMON.keys, print]));
    const entry = text === undefined ? undefined : read(text);
    known.set(print, { entry });
    return entry;
  };

  /** Binds a key to an account; `taken` if it is bound to another one already. */
  readonly issue = async (print: string, entry: Entry): Promise<'issued' | 'taken' | 'full'> => {
    const { connection } = this.#options;
    const isKnown = (await this.refresh(print)) !== undefined;
    if (!isKnown && toCount(await connection.send(COMMON.keys, ['HLEN', COMMON.keys])) >= MOST_ISSUED) return 'full';
    await connection.send(COMMON.keys, ['HSETNX', COMMON.keys, print, JSON.stringify(entry)]);
    if (!isKnown) this.#change();
    return (await this.refresh(print))?.name === entry.name ? 'issued' : 'taken';
  };

  /** Revokes the keys of an account. */
  readonly revoke = async (account: string): Promise<void> => this.revokeClosed((name) => name !== account);

  /** Revokes the keys of accounts that are not open any more. */
  readonly revokeClosed = async (isOpen: (account: string) => boolean): Promise<void> => {
    const { connection, read } = this.#options;
    const pairs = toPairs(await connection.send(COMMON.keys, ['HGETALL', COMMON.keys]));
    const prints = pairs.flatMap(([print, text]) => (isOpen(read(text).name) ? [] : [print]));
    if (prints.length === 0) return;
    await connection.send(COMMON.keys, ['HDEL', COMMON.keys, ...prints]);
    this.#change();
  };

  /** Keys were issued or revoked: what is known is asked for anew. */
  forget(): void {
    this.#known = createLru(MOST_ISSUED);
  }

  #change(): void {
    this.forget();
    this.#options.onChange();
  }
}
