/** Defines the scripts that run in the store, and commits accounts. The scripts do not contain rules of accounts. */

import type { CommitResult } from '../../domain/store.ts';
import { inParts, type RecordChange } from '../account-records.ts';
import { namingDamage } from './account-loading.ts';
import type { CommandPart, StoreConnection } from './connection.ts';
import { recordsKey, toCount, type Reply } from './replies.ts';

interface ScriptRun {
  /** The keys of the script, all on one node. */
  readonly keys: readonly [string, ...string[]];
  readonly args: readonly CommandPart[];
}

/**
 * Compares and sets the records of an account, which is KEYS[1]. Returns 1, or 0 if it wrote nothing because another
 * version is there. KEYS[2] is the key of staged records, which replace all records, or absent. ARGV[1] is the expected
 * version ('' if no account is open). ARGV[2] is the next version ('' to remove the account). ARGV[3] is the number of
 * deleted records. Their names follow, then the names and texts of written records.
 */
const COMMIT = `
local version = redis.call('HGET', KEYS[1], 'v')
if (version or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then return redis.call('UNLINK', KEYS[1]) end
if KEYS[2] then
  if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
  redis.call('RENAME', KEYS[2], KEYS[1])
  redis.call('PERSIST', KEYS[1])
end
local first = 4 + tonumber(ARGV[3])
for at = 4, first - 1 do redis.call('HDEL', KEYS[1], ARGV[at]) end
for at = first, #ARGV, 1000 do redis.call('HSET', KEYS[1], unpack(ARGV, at, math.min(at + 999, #ARGV))) end
redis.call('HSET', KEYS[1], 'v', ARGV[2])
return 1`;

/** A commit of an account's records. */
export interface RecordCommit {
  /** The version that the store must have. '' means that no account is open. */
  readonly from: string;
  /** The next version. '' removes the account. */
  readonly to: string;
  readonly records: readonly RecordChange[];
  /** The key of staged records, which replace all records. */
  readonly staged?: string | undefined;
}

/** Commits all records, or none if another version is in the store. */
export async function commitRecords(
  connection: StoreConnection,
  name: string,
  { from, to, records, staged }: RecordCommit,
): Promise<CommitResult> {
  const deleted = records.flatMap(([key, text]) => (text === undefined ? [key] : []));
  const run: ScriptRun = {
    keys: [recordsKey(name), ...(staged === undefined ? [] : [staged])],
    args: [from, to, String(deleted.length), ...deleted, ...toFields(records)],
  };
  const reply = await namingDamage(name, () => runScript(connection, COMMIT, run));
  return toCount(reply) === 1 ? 'kept' : 'conflict';
}

/** The lifetime in seconds of staged records that no commit uses. */
const STAGED_SECONDS = '60';

/** Writes an account's records to a separate key, in parts. The store can answer other requests between two parts. */
export async function stageRecords(
  connection: StoreConnection,
  key: string,
  records: Iterable<RecordChange>,
): Promise<void> {
  for (const part of inParts(records)) {
    const writing = connection.send(key, ['HSET', key, ...toFields(part)]);
    await Promise.all([writing, connection.send(key, ['EXPIRE', key, STAGED_SECONDS])]);
  }
}

function toFields(records: readonly RecordChange[]): string[] {
  return records.flatMap(([key, text]) => (text === undefined ? [] : [key, text]));
}

/** Runs a script. Redis compiles a script only once, so its text is sent each time. */
export function runScript(connection: StoreConnection, text: string, { keys, args }: ScriptRun): Promise<Reply> {
  return connection.send(keys[0], ['EVAL', text, String(keys.length), ...keys, ...args]);
}
