/** Reads accounts from the store: a part of one, or all of it. */

import { atOnce, inSlices } from '../../../lib/slices.ts';
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
      const records = fields.map((field, at) => [field, toText(reply[at])] as const);
      const loaded = atOnce(toAccount(records, new LoadedPart(wanted)));
      // A create in a crowded account checks all idempotency records.
      if (loaded === undefined || !isCrowded(loaded.account)) return loaded;
    }
    return inSlices(toAccount(await readAll(connection, key)));
  });
}

/** The number of records that one command reads, about. */
const SCANNED = '1000';

/** All records, as one commit left them. */
async function readAll(connection: StoreConnection, key: string): Promise<Iterable<readonly [string, string]>> {
  const records = new Map<string, string>();
  const readVersion = async () => toText(await connection.send(key, ['HGET', key, 'v']));
  const before = readVersion();
  let cursor: string | undefined = '0';
  do {
    const [next, pairs] = toList(await connection.send(key, ['HSCAN', key, cursor, 'COUNT', SCANNED]));
    for (const [record, text] of toPairs(pairs)) records.set(record, text);
    cursor = toText(next);
  } while (cursor !== undefined && cursor !== '0');
  // If others have changed the account meanwhile, one command reads all of it.
  return (await before) === (await readVersion()) ? records : toPairs(await connection.send(key, ['HGETALL', key]));
}

function* toAccount(
  records: Iterable<readonly [key: string, text: string | undefined]>,
  part?: LoadedPart,
): Steps<StoredAccount | undefined> {
  const reader = new AccountReader();
  const own = new Map<string, string>();
  for (const [key, text] of records) {
    if (text === undefined) continue;
    if (key === 'v' || key === 'life') own.set(key, text);
    else reader.read(key, JSON.parse(text));
    yield;
  }
  const [version, life] = [own.get('v'), own.get('life')];
  if (version === undefined) return undefined;
  const read = yield* reader.ending(part);
  if (life === undefined || read === undefined) throw new TypeError('a record is missing');
  return { ...read, part, version, life };
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
