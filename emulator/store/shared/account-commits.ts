/** Writes accounts to the store. */

import type { CommitResult } from '../../domain/store.ts';
import type { RecordChange } from '../account-records.ts';
import type { StoreConnection } from './connection.ts';
import { namingDamage } from './damaged-account.ts';
import { toCount } from './reply.ts';
import { COMMIT, runScript, type ScriptRun } from './scripts.ts';
import { recordsKey } from './store-keys.ts';

/** One commit of an account's records. */
export interface RecordCommit {
  /** The version that has to be there; '' if no account is open. */
  readonly from: string;
  /** The next version; absent if the account is removed. */
  readonly to: string | undefined;
  readonly records: readonly RecordChange[];
  /** The records replace all that are there. */
  readonly isWhole?: boolean;
}

/** Commits in one unit, if the account still is as it was. */
export async function commitRecords(
  connection: StoreConnection,
  name: string,
  { from, to = '', records, isWhole = false }: RecordCommit,
): Promise<CommitResult> {
  const deleted = records.flatMap(([key, text]) => (text === undefined ? [key] : []));
  const written = records.flatMap(([key, text]) => (text === undefined ? [] : [key, text]));
  const run: ScriptRun = {
    keys: [recordsKey(name)],
    args: [from, to, isWhole ? '1' : '', String(deleted.length), ...deleted, ...written],
  };
  const reply = await namingDamage(name, () => runScript(connection, COMMIT, run));
  return toCount(reply) === 1 ? 'kept' : 'conflict';
}
