/** Reads and writes accounts in the store. An account is a hash of its records and its version, the field `v`. */

import { inSlices } from '../../../lib/turns.ts';
import type { Account } from '../../domain/account.ts';
import { sizeOf } from '../../domain/account-generations.ts';
import type { Steps } from '../../domain/derivation.ts';
import { AccountDamaged, StoreUnavailable, type CommitResult } from '../../domain/store.ts';
import { readAccount, type RecordedAccount } from '../account-reader.ts';
import { HEAD_KEY, inParts, RULES_KEY, type RecordChange } from '../account-records.ts';
import { ALL, EVERYTHING, LoadedPart } from './account-part.ts';
import type { StoreConnection } from './connection.ts';
import { recordsKey, toCount, toList, toPairs, toText, type Reply } from './replies.ts';

/** An account as it is in the store, which the requests of one turn change together. */
export interface Draft extends RecordedAccount {
  readonly part: LoadedPart;
  /** The version in the store: the life of the account, a dot, and the id of a commit. */
  version: string;
  /** The number of generations that the index counts for the account. */
  size: number;
  /** The changed records that are not yet sent as one commit, by key. */
  unsent: Map<string, string | undefined> | undefined;
  /** The result of the newest commit. */
  outcome: Promise<CommitResult> | undefined;
  /** Whether a commit of its changes failed. Then no decision may read it. */
  isVoid: boolean;
}

/** An account with its draft. A weak map would cost the garbage collector an eighth of a poll. */
type Drafted = Account & { [DRAFT]?: Draft };
const DRAFT = Symbol('draft');

/** Returns the draft of an account, or undefined if the account does not come from the store. */
export function draftIn(account: Account): Draft | undefined {
  return (account as Drafted)[DRAFT];
}

/** Gives an account a draft without changes. */
export function startDraft({ account, places }: RecordedAccount, part: LoadedPart, version: string): Draft {
  // Explicit properties, because a spread took 3 µs of each poll in a CPU profile.
  const size = sizeOf(account);
  const draft = { account, places, part, version, size, unsent: undefined, outcome: undefined, isVoid: false };
  const drafted: Drafted = account;
  drafted[DRAFT] = draft;
  return draft;
}

const VERSION = 'v';

/** Reads an account with these records, or with all. Returns undefined if no account with this name is open. */
export async function loadAccount(
  connection: StoreConnection,
  name: string,
  wanted: ReadonlySet<string>,
): Promise<Draft | undefined> {
  const key = recordsKey(name);
  try {
    if (!wanted.has(ALL)) {
      const fields = [HEAD_KEY, RULES_KEY, ...wanted];
      const [version, ...texts] = toList(await connection.send(key, ['HMGET', key, VERSION, ...fields]));
      const records = fields.flatMap((field, at): Parsed[] => {
        const text = texts[at];
        return typeof text === 'string' ? [[field, JSON.parse(text)]] : [];
      });
      const part = new LoadedPart(wanted);
      return toDraft(version, readAccount(records, part), part);
    }
    const texts = await readAll(connection, key);
    const version = texts.get(VERSION);
    texts.delete(VERSION);
    return toDraft(version, readAccount(await inSlices(parseAll(texts))), new LoadedPart(EVERYTHING));
  } catch (cause) {
    throw damageOf(name, cause);
  }
}

function toDraft(version: Reply, read: RecordedAccount | undefined, part: LoadedPart): Draft | undefined {
  if (typeof version !== 'string') return undefined;
  if (read === undefined) throw new TypeError('a record is missing');
  return startDraft(read, part, version);
}

type Parsed = readonly [key: string, value: unknown];

function* parseAll(texts: ReadonlyMap<string, string>): Steps<Parsed[]> {
  const records: Parsed[] = [];
  for (const [key, text] of texts) {
    records.push([key, JSON.parse(text)]);
    yield;
  }
  return records;
}

/** Reads all records as of one commit. One command reads about 1,000 of them. */
async function readAll(connection: StoreConnection, key: string): Promise<Map<string, string>> {
  const records = new Map<string, string>();
  const readVersion = async () => toText(await connection.send(key, ['HGET', key, VERSION]));
  const before = await readVersion();
  let cursor: string | undefined = '0';
  do {
    const [next, pairs] = toList(await connection.send(key, ['HSCAN', key, cursor, 'COUNT', '1000']));
    for (const [record, text] of toPairs(pairs)) records.set(record, text);
    cursor = toText(next);
  } while (cursor !== undefined && cursor !== '0');
  if (before === (await readVersion())) return records;
  // Another replica committed in the meantime, so one command reads all records again.
  return new Map(toPairs(await connection.send(key, ['HGETALL', key])));
}

/** Describes an error that the records of an account cause, with the name of the account. */
function damageOf(name: string, cause: unknown): StoreUnavailable {
  if (cause instanceof StoreUnavailable) return cause;
  const reason = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
  const message = `In the store of this service, the key ${recordsKey(name)} does not contain a valid account "${name}": ${reason}. Delete the account with DELETE /_standin/accounts/${encodeURIComponent(name)}, or delete the key in the store. Then the account can be created again.`;
  return new AccountDamaged(message, { cause });
}

/**
 * Compares and sets records of an account, which is KEYS[1]. Returns 1, or 0 if it wrote nothing because another
 * version is there. ARGV[1] is the expected version. ARGV[2] is the number of deleted records. Their names follow, then
 * the names and texts of written records, with the next version.
 */
const COMMIT = `
if redis.call('HGET', KEYS[1], 'v') ~= ARGV[1] then return 0 end
local first = 3 + ARGV[2]
for at = 3, first - 1 do redis.call('HDEL', KEYS[1], ARGV[at]) end
for at = first, #ARGV, 1000 do redis.call('HSET', KEYS[1], unpack(ARGV, at, math.min(at + 999, #ARGV))) end
return 1`;

/** A commit from one version of an account to the next. */
interface Commit {
  /** The version that the store must have. '' means that no account is open. */
  readonly from: string;
  readonly to: string;
  readonly records: Iterable<RecordChange>;
}

/** Commits all changed records, or none if another version is in the store. */
export function commitRecords(connection: StoreConnection, name: string, { from, to, records }: Commit) {
  const deleted: string[] = [];
  const written: string[] = [VERSION, to];
  for (const [key, text] of records) {
    if (text === undefined) deleted.push(key);
    else written.push(key, text);
  }
  return runCommit(connection, name, [
    COMMIT,
    '1',
    recordsKey(name),
    from,
    String(deleted.length),
    ...deleted,
    ...written,
  ]);
}

/**
 * Replaces or removes an account, which is KEYS[1]. Returns 1, or 0 if it changed nothing. KEYS[2] is the key of the
 * new records, or absent. ARGV contains the expected version ('' if no account is open), and the next version.
 */
const REPLACE = `
if (redis.call('HGET', KEYS[1], 'v') or '') ~= ARGV[1] then return 0 end
if not KEYS[2] then return redis.call('UNLINK', KEYS[1]) end
if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
redis.call('RENAME', KEYS[2], KEYS[1])
redis.call('PERSIST', KEYS[1])
redis.call('HSET', KEYS[1], 'v', ARGV[2])
return 1`;

/** The lifetime in seconds of new records that no commit uses. */
const STAGED_SECONDS = '60';

/** Removes an account. */
export function removeRecords(connection: StoreConnection, name: string, from: string): Promise<CommitResult> {
  return runCommit(connection, name, [REPLACE, '1', recordsKey(name), from]);
}

/** Replaces all records of an account. The store can answer other requests between two parts of the new records. */
export async function replaceRecords(connection: StoreConnection, name: string, { from, to, records }: Commit) {
  const key = recordsKey(name);
  const staged = `${key}:${to}`;
  for (const part of inParts(records)) {
    const fields = part.flatMap(([record, text]) => (text === undefined ? [] : [record, text]));
    const writing = connection.send(staged, ['HSET', staged, ...fields]);
    await Promise.all([writing, connection.send(staged, ['EXPIRE', staged, STAGED_SECONDS])]);
  }
  return runCommit(connection, name, [REPLACE, '2', key, staged, from, to]);
}

/** Runs a script. Redis compiles a script only once, so its text is sent each time. */
async function runCommit(connection: StoreConnection, name: string, run: readonly string[]): Promise<CommitResult> {
  try {
    return toCount(await connection.send(recordsKey(name), ['EVAL', ...run])) === 1 ? 'kept' : 'conflict';
  } catch (cause) {
    throw damageOf(name, cause);
  }
}
