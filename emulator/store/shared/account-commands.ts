/** The commands with which accounts are read and committed. */

import type { CommitResult } from '../../domain/store.ts';
import type { RecordChange } from '../account-records.ts';
import { numberOf, type AccountVersion } from './account-versions.ts';
import { COMMIT_DIGEST, COMMIT_SCRIPT } from './commit-script.ts';
import type { Reply, StoreConnection } from './connection.ts';
import { namingDamage } from './damaged-account.ts';
import { toCount, toItems, toText, type StreamItem } from './reply.ts';
import { changesKey, recordsKey } from './store-keys.ts';

/** Changes that the store keeps of an account, for replicas that know an earlier version. */
const MOST_CHANGES = 32;
/** A commit of more records than these is not among them. */
const MOST_RECORDS = 200;

/** One commit of an account's records. */
export interface RecordCommit {
  /** The version that has to be there; '' where no account is open. */
  readonly from: string;
  /** Absent where the account is removed. */
  readonly to: Pick<AccountVersion, 'id'> | undefined;
  readonly records: readonly RecordChange[];
  /** The records replace all that are there. */
  readonly isWhole?: boolean;
  /** The key of more records, which were written before; they replace all that are there. */
  readonly staged?: string | undefined;
}

/** The version of an account, absent where none is open, and its changes since one that is known: one round trip. */
export async function readChanges(
  connection: StoreConnection,
  name: string,
  known: Pick<AccountVersion, 'id'>,
): Promise<{ readonly version: string | undefined; readonly items: readonly StreamItem[] }> {
  const [version, items] = await Promise.all([
    connection.send(recordsKey(name), ['HGET', recordsKey(name), 'v']),
    connection.send(changesKey(name), ['XRANGE', changesKey(name), `(${numberOf(known)}-0`, '+']),
  ]);
  return { version: toText(version), items: toItems(items) };
}

/** Commits in one unit, if the account still is as it was. */
export async function commitRecords(
  connection: StoreConnection,
  name: string,
  { from, to, records, staged, isWhole = staged !== undefined }: RecordCommit,
): Promise<CommitResult> {
  const deleted = records.flatMap(([key, text]) => (text === undefined ? [key, ''] : []));
  const written = records.flatMap(([key, text]) => (text === undefined ? [] : [key, text]));
  const place = to === undefined || isWhole ? '' : `${numberOf(to)}-0`;
  const kept = records.length > MOST_RECORDS ? '0' : String(MOST_CHANGES);
  const version = [from, to?.id ?? '', place, kept];
  const keys = [recordsKey(name), changesKey(name), ...(staged === undefined ? [] : [staged])];
  const parts = [String(keys.length), ...keys, ...version, String(deleted.length), ...deleted, ...written];
  const reply = await namingDamage(name, () => runCommit(connection, name, parts));
  return toCount(reply) === 1 ? 'kept' : 'conflict';
}

async function runCommit(connection: StoreConnection, name: string, parts: readonly string[]): Promise<Reply> {
  try {
    return await connection.send(recordsKey(name), ['EVALSHA', COMMIT_DIGEST, ...parts]);
  } catch (cause) {
    // A store that was started anew has no scripts; of commits in a row none is kept then, so their order stays.
    if (!(cause instanceof Error) || !cause.message.startsWith('NOSCRIPT')) throw cause;
    return connection.send(recordsKey(name), ['EVAL', COMMIT_SCRIPT, ...parts]);
  }
}
