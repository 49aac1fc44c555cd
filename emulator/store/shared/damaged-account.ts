/** What is found in the store under the keys of an account, and is not what a replica has written there. */

import { AccountDamaged, StoreUnavailable } from '../../domain/store.ts';
import type { StoreConnection } from './connection.ts';
import { toList, toPairs, toText } from './reply.ts';
import { changesKey, recordsKey } from './store-keys.ts';

/** Runs what reads or writes an account; where that fails of what is there, the error says where and what to do. */
export async function namingDamage<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StoreUnavailable) throw cause;
    const message = `The store of this service has no valid data for the account "${name}" in the keys ${recordsKey(name)} and ${changesKey(name)}. Send DELETE /_standin/accounts/${encodeURIComponent(name)}, or delete both keys in the store. After that, the account can be created again.`;
    throw new AccountDamaged(message, { cause });
  }
}

/** What was removed, as far as it could be read. */
export interface Discarded {
  readonly life: string | undefined;
  /** So many generations were counted for it. */
  readonly generations: number;
}

/** Deletes all that is under the keys of an account, whatever it is. */
export async function discardKeys(connection: StoreConnection, name: string): Promise<Discarded> {
  const key = recordsKey(name);
  const discarded = await countRecords(connection, key).catch((cause: unknown): Discarded => {
    if (cause instanceof StoreUnavailable) throw cause;
    return { life: undefined, generations: 0 };
  });
  await connection.send(key, ['UNLINK', key, changesKey(name)]);
  return discarded;
}

async function countRecords(connection: StoreConnection, key: string): Promise<Discarded> {
  let life: string | undefined;
  const generations = new Set<string>();
  for (let cursor: string | undefined = '0'; cursor !== undefined;) {
    const [next, pairs] = toList(await connection.send(key, ['HSCAN', key, cursor, 'COUNT', PART_RECORDS]));
    for (const [record, text] of toPairs(pairs)) {
      if (record === 'life') life = text;
      if (COUNTED.test(text)) generations.add(record);
    }
    cursor = toText(next) === '0' ? undefined : toText(next);
  }
  return { life, generations: generations.size };
}

const PART_RECORDS = '500';
/** The records of generations that count. */
const COUNTED = /^\["(open|ended)"/;
