/** The two scripts that run in the store, and the commit of an account. Neither script knows a rule of accounts. */

import { createHash } from 'node:crypto';
import type { Account } from '../../domain/account.ts';
import type { CommitResult } from '../../domain/store.ts';
import { bodyRecords, type RecordChange, type RecordPlaces } from '../account-records.ts';
import { inParts } from '../record-parts.ts';
import type { CommandPart, Reply, StoreConnection } from './connection.ts';
import { namingDamage } from './damaged-account.ts';
import { toCount } from './reply.ts';
import { recordsKey } from './store-keys.ts';

interface Script {
  readonly text: string;
  readonly digest: string;
}

interface ScriptRun {
  /** All of them on one node. */
  readonly keys: readonly [string, ...string[]];
  readonly args: readonly CommandPart[];
}

/**
 * Compares and sets the records of an account, which is KEYS[1]. Returns 1, or 0 if it wrote nothing because another
 * version is there. KEYS[2] is the key of staged records, which replace all records, or absent. ARGV[1] is the expected
 * version ('' if no account is open). ARGV[2] is the next version ('' to remove the account). ARGV[3] is '1' if the
 * records replace all records. ARGV[4] is the number of deleted records. Their names follow, then the names and texts
 * of written records.
 */
const COMMIT = scriptOf(`
local version = redis.call('HGET', KEYS[1], 'v')
if (version or '') ~= ARGV[1] then return 0 end
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
if ARGV[3] == '1' then redis.call('UNLINK', KEYS[1]) end
if ARGV[2] == '' then return 1 end
if KEYS[2] then
  redis.call('RENAME', KEYS[2], KEYS[1])
  redis.call('PERSIST', KEYS[1])
end
local first = 5 + tonumber(ARGV[4])
for at = 5, first - 1 do redis.call('HDEL', KEYS[1], ARGV[at]) end
for at = first, #ARGV, 1000 do redis.call('HSET', KEYS[1], unpack(ARGV, at, math.min(at + 999, #ARGV))) end
redis.call('HSET', KEYS[1], 'v', ARGV[2])
return 1`);

/**
 * Appends an item to the journal. KEYS: the stream, and the number of bytes that it ever had. ARGV: the number that the
 * replica knows, the bytes that the stream keeps, the item. The id of an item is the number of bytes up to its end.
 * Returns that number.
 */
export const APPEND = scriptOf(`
local last = math.max(tonumber(redis.call('GET', KEYS[2]) or '0'), tonumber(ARGV[1])) + #ARGV[3]
local id = string.format('%.0f', last)
redis.call('SET', KEYS[2], id)
local oldest = string.format('%.0f', math.max(last - tonumber(ARGV[2]), 0))
redis.call('XADD', KEYS[1], 'MINID', '~', oldest, id .. '-1', 'i', ARGV[3])
return id`);

/** One commit of an account's records. */
export interface RecordCommit {
  /** The version that has to be there; '' if no account is open. */
  readonly from: string;
  /** The next version; absent if the account is removed. */
  readonly to: string | undefined;
  readonly records: readonly RecordChange[];
  /** The records replace all that are there. */
  readonly isWhole?: boolean;
  /** The key of staged records. */
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
  const run: ScriptRun = {
    keys: [recordsKey(name), ...(staged === undefined ? [] : [staged])],
    args: [from, to, isWhole ? '1' : '', String(deleted.length), ...deleted, ...written],
  };
  const reply = await namingDamage(name, () => runScript(connection, COMMIT, run));
  return toCount(reply) === 1 ? 'kept' : 'conflict';
}

/** The seconds after which the store deletes staged records that no commit has taken. */
const STAGED_SECONDS = '60';

/** Stages the records of a large account, except its head. Other requests are answered between two parts. */
export async function stageRecords(
  connection: StoreConnection,
  { account, places, id }: { readonly account: Account; readonly places: RecordPlaces; readonly id: string },
): Promise<string> {
  const key = `${recordsKey(account.name)}:${id}`;
  for (const part of inParts(bodyRecords(account, places))) {
    const fields = part.flatMap(([record, text = '']) => [record, text]);
    const writing = connection.send(key, ['HSET', key, ...fields]);
    await Promise.all([writing, connection.send(key, ['EXPIRE', key, STAGED_SECONDS])]);
  }
  return key;
}

/** Runs a script. A store that was started anew does not have it yet. */
export async function runScript(
  connection: StoreConnection,
  { text, digest }: Script,
  { keys, args }: ScriptRun,
): Promise<Reply> {
  const parts = [String(keys.length), ...keys, ...args];
  try {
    return await connection.send(keys[0], ['EVALSHA', digest, ...parts]);
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.startsWith('NOSCRIPT')) throw cause;
    return connection.send(keys[0], ['EVAL', text, ...parts]);
  }
}

function scriptOf(text: string): Script {
  return { text, digest: createHash('sha1').update(text).digest('hex') };
}
