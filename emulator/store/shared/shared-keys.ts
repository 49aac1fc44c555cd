/** Keys that were issued by any replica, by their fingerprints. The keys themselves are never sent. */

import type { StoreConnection } from './connection.ts';
import { toText, toTexts, toCount } from './reply.ts';
import { COMMON } from './store-keys.ts';

const MOST_ISSUED = 50_000;
const MOST_UNKNOWN = 50_000;

/** What a key opens, at least its account. */
interface Named {
  readonly name: string;
}

export interface SharedKeysOptions<Entry> {
  readonly connection: StoreConnection;
  readonly read: (text: string) => Entry;
  /** Tells all replicas that keys were issued or withdrawn. */
  readonly onChange: () => void;
}

export class SharedKeys<Entry extends Named> {
  readonly #options: SharedKeysOptions<Entry>;
  /** What was found in the store since keys were last changed; undefined where there was nothing. */
  readonly #known = new Map<string, Entry | undefined>();

  constructor(options: SharedKeysOptions<Entry>) {
    this.#options = options;
  }

  async find(print: string): Promise<Entry | undefined> {
    return this.#known.has(print) ? this.#known.get(print) : this.refresh(print);
  }

  /** Asks the store, whatever is known. */
  async refresh(print: string): Promise<Entry | undefined> {
    const { connection, read } = this.#options;
    const text = toText(await connection.send(COMMON.keys, ['HGET', COMMON.keys, print]));
    const entry = text === undefined ? undefined : read(text);
    if (this.#known.size >= MOST_UNKNOWN) this.#known.clear();
    this.#known.set(print, entry);
    return entry;
  }

  /** Lets a key open an account; `taken` where it opens another one already. */
  async issue(print: string, entry: Entry): Promise<'issued' | 'taken' | 'full'> {
    const { connection, onChange } = this.#options;
    const known = await this.refresh(print);
    if (known !== undefined) return known.name === entry.name ? 'issued' : 'taken';
    if (toCount(await connection.send(COMMON.keys, ['HLEN', COMMON.keys])) >= MOST_ISSUED) return 'full';
    const set = ['HSETNX', COMMON.keys, print, JSON.stringify(entry)];
    const isFirst = toCount(await connection.send(COMMON.keys, set)) === 1;
    if (isFirst) await connection.send(COMMON.keys, ['SADD', printsKey(entry.name), print]);
    onChange();
    const now = await this.refresh(print);
    return now?.name === entry.name ? 'issued' : 'taken';
  }

  /** Withdraws the keys of an account. */
  async revoke(account: string): Promise<void> {
    const { connection, onChange } = this.#options;
    const prints = toTexts(await connection.send(COMMON.keys, ['SMEMBERS', printsKey(account)]));
    if (prints.length === 0) return;
    await connection.send(COMMON.keys, ['HDEL', COMMON.keys, ...prints]);
    await connection.send(COMMON.keys, ['DEL', printsKey(account)]);
    this.forget();
    onChange();
  }

  /** Withdraws the keys of accounts that are not open any more. */
  async revokeClosed(isOpen: (account: string) => boolean): Promise<void> {
    const { connection, read } = this.#options;
    const texts = toTexts(await connection.send(COMMON.keys, ['HVALS', COMMON.keys]));
    const gone = new Set(texts.map((text) => read(text).name).filter((name) => !isOpen(name)));
    for (const name of gone) await this.revoke(name);
  }

  /** Keys were issued or withdrawn: what is known is asked for anew. */
  forget(): void {
    this.#known.clear();
  }
}

/** The fingerprints of an account's keys, on the node of all that is common. */
function printsKey(account: string): string {
  return `${COMMON.keys}:${encodeURIComponent(account)}`;
}
