/** Reads an account from the store, whole or in part. */

import { inSlices } from '../../../lib/turns.ts';
import type { Steps } from '../../domain/derivation.ts';
import { AccountDamaged, StoreUnavailable } from '../../domain/store.ts';
import { AccountReader, type RecordedAccount } from '../account-reader.ts';
import { HEAD_KEY, RULES_KEY } from '../account-records.ts';
import { LoadedPart, type Wanted } from './account-part.ts';
import type { StoreConnection } from './connection.ts';
import { recordsKey, toList, toPairs, toText } from './replies.ts';

/** An account as it is in the store. */
export interface StoredAccount extends RecordedAccount {
  readonly version: string;
  /** The id that distinguishes the account from earlier ones with its name. Later accounts have greater ids. */
  readonly life: string;
  /** The loaded part. Undefined if the whole account was loaded. */
  readonly part?: LoadedPart | undefined;
}

/** Reads an account. Returns undefined if no account with this name is open. */
export function loadAccount(
  connection: StoreConnection,
  name: string,
  wanted: Wanted,
): Promise<StoredAccount | undefined> {
  const key = recordsKey(name);
  return namingDamage(name, async () => {
    if (wanted !== 'all') {
      const fields = ['v', 'life', HEAD_KEY, RULES_KEY, ...wanted];
      const reply = toList(await connection.send(key, ['HMGET', key, ...fields]));
      const reader = new StoredReader();
      for (const [at, field] of fields.entries()) reader.readText(field, toText(reply[at]));
      return reader.endStored(new LoadedPart(wanted));
    }
    const reader = new StoredReader();
    await inSlices(reader.readAll(await readAll(connection, key)));
    return reader.endStored();
  });
}

class StoredReader extends AccountReader {
  #version: string | undefined;
  #life: string | undefined;

  readText(key: string, text: string | undefined): void {
    if (key === 'v') this.#version = text;
    else if (key === 'life') this.#life = text;
    else if (text !== undefined) this.read(key, JSON.parse(text));
  }

  *readAll(records: Iterable<readonly [key: string, text: string]>): Steps<void> {
    for (const [key, text] of records) {
      this.readText(key, text);
      yield;
    }
  }

  endStored(part?: LoadedPart): StoredAccount | undefined {
    const [version, life, read] = [this.#version, this.#life, this.end(part)];
    if (version === undefined) return undefined;
    if (life === undefined || read === undefined) throw new TypeError('a record is missing');
    return { account: read.account, places: read.places, part, version, life };
  }
}

/** Reads all records as of one commit. One command reads about 1,000 of them. */
async function readAll(connection: StoreConnection, key: string): Promise<Iterable<readonly [string, string]>> {
  const records = new Map<string, string>();
  const readVersion = async () => toText(await connection.send(key, ['HGET', key, 'v']));
  const before = readVersion();
  let cursor: string | undefined = '0';
  do {
    const [next, pairs] = toList(await connection.send(key, ['HSCAN', key, cursor, 'COUNT', '1000']));
    for (const [record, text] of toPairs(pairs)) records.set(record, text);
    cursor = toText(next);
  } while (cursor !== undefined && cursor !== '0');
  // If another replica committed in the meantime, one command reads all records again.
  return (await before) === (await readVersion()) ? records : toPairs(await connection.send(key, ['HGETALL', key]));
}

/** Runs work that reads or writes an account. If the account's records cause an error, the error names the account. */
export async function namingDamage<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StoreUnavailable) throw cause;
    const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
    const message = `In the store of this service, the key ${recordsKey(name)} does not contain a valid account "${name}": ${reason}. Delete the account with DELETE /_standin/accounts/${encodeURIComponent(name)}, or delete the key in the store. Then the account can be created again.`;
    throw new AccountDamaged(message, { cause });
  }
}
