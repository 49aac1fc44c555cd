/** Writes accounts to the store. */

import type { Account } from '../../domain/account.ts';
import type { CommitResult } from '../../domain/store.ts';
import { bodyRecords, type RecordChange, type RecordPlaces } from '../account-records.ts';
import { inParts } from '../record-parts.ts';
import type { StoreConnection } from './connection.ts';
import { namingDamage } from './damaged-account.ts';
import { toCount } from './reply.ts';
import { COMMIT, runScript } from './scripts.ts';
import { recordsKey, stagedKey } from './store-keys.ts';

/** One commit of an account's records. */
export interface RecordCommit {
  /** The version that has to be there; '' if no account is open. */
  readonly from: string;
  /** The next version; absent if the account is removed. */
  readonly to: string | undefined;
  readonly records: readonly RecordChange[];
  /** The records replace all that are there. */
  readonly isWhole?: boolean;
  /** The key of more records, which were written before. */
  readonly staged?: string | undefined;
}

/** Commits in one unit, if the account still is as it was. */
export async function commitRecords(
  connection: StoreConnection,
  name: string,
  { from, to = '', records, isWhole = false, staged }: RecordCommit,
): Promise<CommitResult> {
  const deleted = records.flatMap(([key, text]) => (text === undefined ? [key] : []));
  const written = records.flatMap(([key, text]) => (text === undefined ? [] : [key, text]));
  const key = recordsKey(name);
  const run = {
    keys: staged === undefined ? ([key] as const) : ([key, staged] as const),
    args: [from, to, isWhole ? '1' : '', String(deleted.length), ...deleted, ...written],
  };
  const reply = await namingDamage(name, () => runScript(connection, COMMIT, run));
  return toCount(reply) === 1 ? 'kept' : 'conflict';
}

/** The seconds after which the store deletes staged records that no commit has taken. */
const STAGED_SECONDS = '60';

/** Writes all records of a large account but the head in parts, for a commit to give them the name of the account. */
export async function stageRecords(
  connection: StoreConnection,
  { account, places, id }: { readonly account: Account; readonly places: RecordPlaces; readonly id: string },
): Promise<string> {
  const key = stagedKey(account.name, id);
  for (const part of inParts(bodyRecords(account, places))) {
    const fields = part.flatMap(([record, text = '']) => [record, text]);
    await Promise.all([
      connection.send(key, ['HSET', key, ...fields]),
      connection.send(key, ['EXPIRE', key, STAGED_SECONDS]),
    ]);
  }
  return key;
}
