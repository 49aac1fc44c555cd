/** Reads accounts from the store: a part in one command, all of an account in several if it is large. */

import { atOnce, inSlices } from '../../../lib/slices.ts';
import type { Steps } from '../../domain/steps.ts';
import { AccountReader } from '../account-reader.ts';
import { COMMON_KEYS, isCrowded, OWN_KEYS, readPart, type LoadedAccount, type Wanted } from './account-part.ts';
import type { StoreConnection } from './connection.ts';
import { namingDamage } from './damaged-account.ts';
import { toList, toPairs, toText } from './reply.ts';
import { recordsKey } from './store-keys.ts';

/** An account as it is in the store. */
export interface StoredAccount extends LoadedAccount {
  readonly version: string;
  /** Distinguishes the account from earlier accounts with its name. */
  readonly life: string;
}

/** The number of records that one command reads, about. */
const PART_RECORDS = '1000';
/** After so many attempts in which others changed the account meanwhile, one command reads all of it. */
const MOST_ATTEMPTS = 3;
/** An account with more records is decoded in slices. */
const MANY = 500;

/** Reads an account, or nothing if none is open. */
export function loadAccount(
  connection: StoreConnection,
  name: string,
  wanted: Wanted,
): Promise<StoredAccount | undefined> {
  return namingDamage(name, async () => {
    const loaded = wanted === 'all' ? undefined : await loadPart(connection, name, wanted);
    if (wanted !== 'all' && (loaded === undefined || !isCrowded(loaded.account))) return loaded;
    return loadAll(connection, name);
  });
}

async function loadPart(
  connection: StoreConnection,
  name: string,
  wanted: ReadonlySet<string>,
): Promise<StoredAccount | undefined> {
  const keys = [...COMMON_KEYS, ...wanted];
  const reply = toList(await connection.send(recordsKey(name), ['HMGET', recordsKey(name), ...keys]));
  const records = new Map<string, string>();
  for (const [at, key] of keys.entries()) {
    const text = toText(reply[at]);
    if (text !== undefined) records.set(key, text);
  }
  // Without a version, no account is open.
  return records.has('v') ? identified(records, readPart(records, wanted)) : undefined;
}

async function loadAll(connection: StoreConnection, name: string): Promise<StoredAccount | undefined> {
  const records = await readAll(connection, recordsKey(name));
  if (!records.has('v')) return undefined;
  const reading = readRecords(records);
  return identified(records, records.size > MANY ? await inSlices(reading) : atOnce(reading));
}

function* readRecords(records: ReadonlyMap<string, string>): Steps<LoadedAccount | undefined> {
  const reader = new AccountReader();
  for (const [key, text] of records) {
    if (!OWN_KEYS.has(key)) reader.read(key, JSON.parse(text));
    yield;
  }
  return yield* reader.ending();
}

/** The records as one commit left them. */
async function readAll(connection: StoreConnection, key: string): Promise<ReadonlyMap<string, string>> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const records = new Map<string, string>();
    const readVersion = async () => toText(await connection.send(key, ['HGET', key, 'v']));
    const before = readVersion();
    let cursor: string | undefined = '0';
    do {
      const [next, pairs] = toList(await connection.send(key, ['HSCAN', key, cursor, 'COUNT', PART_RECORDS]));
      for (const [record, text] of toPairs(pairs)) records.set(record, text);
      cursor = toText(next);
    } while (cursor !== undefined && cursor !== '0');
    if ((await before) === (await readVersion())) return records;
  }
  return new Map(toPairs(await connection.send(key, ['HGETALL', key])));
}

function identified(records: ReadonlyMap<string, string>, loaded: LoadedAccount | undefined): StoredAccount {
  const [version, life] = [records.get('v'), records.get('life')];
  if (version === undefined || life === undefined || loaded === undefined) throw new TypeError('A record is missing');
  const { account, places, part } = loaded;
  return { account, places, part, version, life };
}
