/** Reads accounts from the store: a part of one, or all of it. */

import { inSlices } from '../../../lib/slices.ts';
import type { Steps } from '../../domain/steps.ts';
import { isCrowded } from '../../domain/idempotency.ts';
import { AccountDamaged, StoreUnavailable } from '../../domain/store.ts';
import { AccountReader, type RecordedAccount } from '../account-reader.ts';
import { HEAD_KEY, RULES_KEY } from '../account-records.ts';
import { LoadedPart, type Wanted } from './account-part.ts';
import type { StoreConnection } from './connection.ts';
import { recordsKey, toList, toPairs, toText } from './replies.ts';

/** An account as it is in the store. */
export interface StoredAccount extends RecordedAccount {
  readonly version: string;
  /** Distinguishes the account from earlier accounts with its name. Lives are in the order in which accounts opened. */
  readonly life: string;
  /** Absent if all of the account was loaded. */
  readonly part?: LoadedPart | undefined;
}

/** Reads an account, or nothing if none is open. */
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
      const loaded = reader.endStored(new LoadedPart(wanted));
      // A create in a crowded account checks all idempotency records.
      if (loaded === undefined || !isCrowded(loaded.account)) return loaded;
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

/** All records, as one commit left them. One command reads about 1,000 of them. */
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
  // If others have changed the account meanwhile, one command reads all of it.
  return (await before) === (await readVersion()) ? records : toPairs(await connection.send(key, ['HGETALL', key]));
}

/** Runs work that reads or writes an account. If its records are the cause of an error, the error names them. */
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
