/** Reads and writes accounts in the store. An account is a hash of its records and its version, the field `v`. */

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { createLru } from '../../../lib/lru.ts';
import { inSlices } from '../../../lib/turns.ts';
import type { Account, EnteredAccount } from '../../domain/account.ts';
import { sizeOf } from '../../domain/account-generations.ts';
import type { Steps } from '../../domain/derivation.ts';
import { AccountDamaged, StoreUnavailable, type CommitResult } from '../../domain/store.ts';
import { readAccount, type RecordedAccount } from '../account-reader.ts';
import { HEAD_KEY, inParts, RULES_KEY, type RecordChange, type RecordPlaces } from '../account-records.ts';
import { ALL, EVERYTHING, LoadedPart } from './account-part.ts';
import type { StoreConnection } from './connection.ts';
import { recordsKey, toCount, toList, toPairs, toText, type Reply } from './replies.ts';

/** An account as it is in the store, which several requests change together. */
export class Draft {
  readonly account: Account;
  readonly places: RecordPlaces;
  readonly part: LoadedPart;
  /** The version in the store: the life of the account, a dot, and the id of a commit. */
  version: string;
  /** The text of the head in this version, and in the versions before the commits that the store has not answered. */
  readonly heads = new Map<Reply, Reply>();
  /** The bytes of the account when it was loaded. */
  readonly bytes: number;
  /** The number of generations that the index counts for the account. */
  size: number;
  /** The changed records that are not yet sent as one commit, by key. */
  unsent: Map<string, string | undefined> | undefined;
  /** The result of the newest commit. */
  committed: Promise<CommitResult> | undefined;
  /** Whether a commit of its changes failed. Then no decision may read it. */
  isVoid = false;

  constructor({ account, places }: RecordedAccount, part: LoadedPart, version: string) {
    this.account = account;
    this.places = places;
    this.part = part;
    this.version = version;
    this.bytes = account.bytes;
    this.size = sizeOf(account);
    (account as Drafted)[DRAFT] = this;
  }
}

/** An account with its draft. A weak map would cost the garbage collector an eighth of a poll. */
type Drafted = Account & { [DRAFT]: Draft };
const DRAFT = Symbol('draft');

/** Returns the draft of an account that a replica has loaded or put. */
export function draftIn(account: EnteredAccount): Draft {
  return (account as Drafted)[DRAFT];
}

const VERSION = 'v';

/** The loads of one account. */
interface Loads {
  /** The newest draft of a part of the account. A whole account may be large. */
  recent: Draft | undefined;
  /** The records that the next load reads. */
  wanted: Set<string>;
  /** The next load, until it begins. */
  next: Promise<Account | undefined> | undefined;
  /** Resolves when the decisions on the last load are sent. */
  decided: Promise<void>;
}

/** The maximum number of accounts whose drafts are kept. */
const MOST_RECENT = 200;

/** Loads accounts. Requests that need an account at the same time share a load, and later loads use its draft again. */
export class AccountLoads {
  readonly #connection: StoreConnection;
  /** Receives the version of each loaded account, or an empty text if no account of this name is open. */
  readonly #see: (name: string, version: string) => void;
  readonly #loads = createLru<Loads>(MOST_RECENT);

  constructor(connection: StoreConnection, see: (name: string, version: string) => void) {
    this.#connection = connection;
    this.#see = see;
  }

  /** Loads an account with at least these records, or with all. */
  load(name: string, wanted: Iterable<string>): Promise<Account | undefined> {
    let loads = this.#loads.get(name);
    if (loads === undefined) {
      loads = { recent: undefined, wanted: new Set(), next: undefined, decided: Promise.resolve() };
      this.#loads.set(name, loads);
    }
    for (const key of wanted) loads.wanted.add(key);
    loads.next ??= this.#loadNext(name, loads);
    return loads.next;
  }

  async #loadNext(name: string, loads: Loads): Promise<Account | undefined> {
    // Requests of other connections arrive within this turn, so they can share the load.
    await endOfTurn();
    // The commits of two drafts would conflict, unless the commit on the earlier draft is sent before this load.
    if (!isReusable(loads.recent, loads.wanted)) await loads.decided;
    const { wanted } = loads;
    loads.next = undefined;
    loads.wanted = new Set();
    const loading = this.#load(name, wanted, loads);
    loads.decided = loading.then(afterDecisions, afterDecisions);
    return loading;
  }

  async #load(name: string, wanted: ReadonlySet<string>, loads: Loads): Promise<Account | undefined> {
    try {
      const draft = await (wanted.has(ALL) ? loadWhole(this.#connection, name) : this.#loadPart(name, wanted, loads));
      this.#see(name, draft?.version ?? '');
      return draft?.account;
    } catch (cause) {
      throw damageOf(name, cause);
    }
  }

  /** Loads a part. If the store has the head of the recent draft, uses this draft, because parsing takes longer. */
  async #loadPart(name: string, wanted: ReadonlySet<string>, loads: Loads): Promise<Draft | undefined> {
    const key = recordsKey(name);
    const fields = [...wanted, HEAD_KEY, RULES_KEY];
    const [version, ...texts] = toList(await this.#connection.send(key, ['HMGET', key, VERSION, ...fields]));
    const [head, rules] = texts.slice(wanted.size);
    const { recent } = loads;
    if (recent !== undefined && rules === null && recent.heads.get(version) === head) {
      for (const [at, record] of [...wanted].entries()) if (texts[at] === null) recent.part.loaded.add(record);
      if (isReusable(recent, wanted)) return recent;
    }
    const records = fields.flatMap((field, at): Parsed[] => {
      const text = texts[at];
      return typeof text === 'string' ? [[field, JSON.parse(text)]] : [];
    });
    const part = new LoadedPart(wanted);
    const draft = toDraft(version, readAccount(records, part), part);
    draft?.heads.set(version, head);
    loads.recent = draft;
    return draft;
  }
}

/** Captured now, because with fake timers of a test, every response would hang. */
const nextTick = process.nextTick.bind(process);

/** Resolves after all callbacks that are ready now have run. */
export function afterDecisions(): Promise<void> {
  return new Promise((resolve) => nextTick(resolve));
}

/** The growth in bytes, and the number of loaded records, up to which a draft is used again. */
const MOST_GROWTH = 65_536;
const MOST_RECORDS = 100;

/** Reports whether a draft is small, valid, without fault rules, and contains these records. */
function isReusable(draft: Draft | undefined, wanted: ReadonlySet<string>): boolean {
  if (draft === undefined || draft.isVoid || draft.account.faults !== undefined) return false;
  const { account, bytes, part } = draft;
  const isSmall = account.bytes - bytes <= MOST_GROWTH && part.loaded.size <= MOST_RECORDS;
  return isSmall && [...wanted].every((key) => part.loaded.has(key));
}

async function loadWhole(connection: StoreConnection, name: string): Promise<Draft | undefined> {
  const texts = await readAll(connection, recordsKey(name));
  return toDraft(texts.get(VERSION), readAccount(await inSlices(parseAll(texts))), new LoadedPart(EVERYTHING));
}

function toDraft(version: Reply, read: RecordedAccount | undefined, part: LoadedPart): Draft | undefined {
  if (typeof version !== 'string') return undefined;
  if (read === undefined) throw new TypeError('a record is missing');
  return new Draft(read, part, version);
}

type Parsed = readonly [key: string, value: unknown];

function* parseAll(texts: ReadonlyMap<string, string>): Steps<Parsed[]> {
  const records: Parsed[] = [];
  for (const [key, text] of texts) {
    if (key !== VERSION) records.push([key, JSON.parse(text)]);
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

/**
 * Replaces all records of an account, or removes the account. The store can answer other requests between two parts of
 * the new records.
 */
export async function replaceRecords(
  connection: StoreConnection,
  name: string,
  { from, to, records }: Omit<Commit, 'records'> & { records: Commit['records'] | undefined },
) {
  const key = recordsKey(name);
  if (records === undefined) return runCommit(connection, name, [REPLACE, '1', key, from]);
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
