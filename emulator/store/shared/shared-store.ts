/**
 * Implements the commit port over a store that several replicas share. One round trip loads the records that a request
 * needs. Another round trip commits, if the version of the account has not changed.
 */

import { randomBytes } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { createLru } from '../../../lib/lru.ts';
import type { Account } from '../../domain/account.ts';
import { evictEnded, hasLive, sizeOf } from '../../domain/account-generations.ts';
import { accountBytes } from '../../domain/account-size.ts';
import { clearChanges, noChanges, type Changes } from '../../domain/changes.ts';
import { readClock } from '../../domain/clock.ts';
import {
  AccountDamaged,
  type AccountList,
  type BoundedStore,
  type Capacity,
  type CommitResult,
  type DamagedAccount,
  type Expected,
  type Replacement,
} from '../../domain/store.ts';
import { allRecords, headRecord, noPlaces, recordChanges } from '../account-records.ts';
import type { StoreListener } from '../memory.ts';
import type { AccountIndex } from './account-index.ts';
import { EVERYTHING, keysOf, LoadedPart } from './account-part.ts';
import type { StoreConnection } from './connection.ts';
import { recordsKey } from './replies.ts';
import type { Signals } from './signals.ts';
import {
  commitRecords,
  draftIn,
  loadAccount,
  startDraft,
  removeRecords,
  replaceRecords,
  type Draft,
} from './stored-account.ts';

export interface SharedStoreParts {
  readonly connection: StoreConnection;
  readonly index: AccountIndex;
  readonly listener: StoreListener;
  readonly signals: Pick<Signals, 'send'>;
  readonly close: () => Promise<void>;
}

/**
 * A load of an account, which all requests that need the account at the same time share. The next load begins after
 * their decisions are sent. Therefore the commits of one replica do not conflict.
 */
interface Turn {
  readonly wanted: Set<string>;
  hasBegun: boolean;
  loaded: Promise<Account | undefined>;
  /** Resolves when the decisions on the account are sent. */
  decided: Promise<void>;
}

/** The maximum number of accounts whose lives this replica remembers. */
const MOST_LIVES = 50_000;
const NO_LIFE = '';
/** The number of digits of the time in a life. */
const TIME_DIGITS = 15;

/** Returns the id that distinguishes an account from earlier ones with its name. Later accounts have greater ids. */
function lifeOf(version: string): string {
  return version.slice(0, version.indexOf('.'));
}

export class SharedStore implements BoundedStore {
  readonly capacity: Capacity;
  readonly #parts: SharedStoreParts;
  /** The newest turn of each account. */
  readonly #turns = new Map<string, Turn>();
  /** The last known life of each account. */
  readonly #lives = createLru<string>(MOST_LIVES);
  /** The id of this replica. With a counter, it makes a version unique. */
  readonly #replica = randomBytes(6).toString('base64url');
  #commits = 0;

  constructor(parts: SharedStoreParts) {
    this.#parts = parts;
    const { index } = parts;
    this.capacity = {
      ...index.bounds,
      isFull: (account) => index.isFull(sizeOf(account) - (draftIn(account)?.size ?? sizeOf(account))),
      evictElsewhere: (realNow) => this.#search(realNow, (account) => this.#evict(account, realNow)),
    };
  }

  /** Ends the requests of an account that another replica has replaced or removed. */
  ended(name: string, life: string): void {
    if (this.#lives.get(name) === life) this.#see(name, NO_LIFE);
  }

  async enter(name: string, realNow: number, expected: Expected = {}): Promise<Account | undefined> {
    const { index } = this.#parts;
    const loading = this.#load(name, keysOf(expected));
    const counting = index.settle();
    const account = counting === undefined ? await loading : (await Promise.all([loading, counting]))[0];
    if (account !== undefined) index.see(name, realNow);
    return account;
  }

  async commit(account: Account, changes: Changes): Promise<CommitResult> {
    const draft = draftIn(account);
    if (draft === undefined) return 'conflict';
    if (draft.isVoid || draft.part.missed.size > 0) return this.#decideAgain(draft, changes);
    if (!changes.isDirty) return draft.outcome ?? 'kept';
    if (draft.unsent === undefined) {
      draft.unsent = new Map();
      // All decisions of this turn are sent as one commit.
      draft.outcome = afterDecisions().then(() => this.#send(draft));
      // Without a handler, a failed commit that no request waits for would end the process.
      draft.outcome.catch(() => undefined);
    }
    for (const [key, text] of recordChanges(account, draft.places, changes)) draft.unsent.set(key, text);
    return draft.outcome ?? 'conflict';
  }

  async replace(name: string, { before, after, realNow }: Replacement): Promise<CommitResult> {
    const { connection, index, listener, signals } = this.#parts;
    const basis = before && draftIn(before);
    if ((basis === undefined) !== (before === undefined)) return 'conflict';
    if (basis !== undefined && basis.part.missed.size > 0) return this.#decideAgain(basis, basis.account.changes);
    if (after !== undefined && !(await this.#fits(after, basis, realNow))) return 'full';
    const from = basis?.version ?? '';
    const opened = basis === undefined ? String(realNow).padStart(TIME_DIGITS, '0') : from.slice(0, TIME_DIGITS);
    const to = `${opened}-${this.#uniqueId()}.`;
    const places = noPlaces();
    const result = await (after === undefined
      ? removeRecords(connection, name, from)
      : replaceRecords(connection, name, { from, to, records: allRecords(after, places) }));
    if (result !== 'kept') return result;
    await (after === undefined ? index.remove(name) : index.add(name, realNow));
    index.count((after === undefined ? 0 : sizeOf(after)) - (basis?.size ?? 0));
    if (basis !== undefined) signals.send('ended', name, lifeOf(from));
    this.#lives.set(name, after === undefined ? NO_LIFE : lifeOf(to));
    if (after === undefined) listener.removed(name);
    else {
      clearChanges(after.changes);
      startDraft({ account: after, places }, new LoadedPart(EVERYTHING), to);
    }
    return 'kept';
  }

  async list(): Promise<AccountList> {
    const damaged: DamagedAccount[] = [];
    const names = await this.#parts.index.names();
    const found = await Promise.all(names.map((name) => this.#read(name, [], damaged)));
    const versionOf = (account: Account): string => draftIn(account)?.version ?? '';
    const accounts = found.flatMap((account) => account ?? []);
    return { accounts: accounts.toSorted((a, b) => (versionOf(a) < versionOf(b) ? -1 : 1)), damaged };
  }

  /** Removes the records of an account that cannot be read. */
  async discard(name: string): Promise<void> {
    const { connection, index, signals } = this.#parts;
    await connection.send(recordsKey(name), ['UNLINK', recordsKey(name)]);
    await index.remove(name);
    signals.send('ended', name, this.#lives.get(name) ?? NO_LIFE);
    this.#see(name, NO_LIFE);
  }

  close(): Promise<void> {
    return this.#parts.close();
  }

  /** Loads an account with at least these records. */
  #load(name: string, wanted: Iterable<string>): Promise<Account | undefined> {
    let turn = this.#turns.get(name);
    if (turn === undefined || turn.hasBegun) turn = this.#beginTurn(name, turn);
    for (const key of wanted) turn.wanted.add(key);
    return turn.loaded;
  }

  #beginTurn(name: string, earlier: Turn | undefined): Turn {
    const load = async (): Promise<Account | undefined> => {
      await earlier?.decided;
      // Requests of other connections arrive within this turn, so they can share the load.
      await endOfTurn();
      turn.hasBegun = true;
      const draft = await loadAccount(this.#parts.connection, name, turn.wanted);
      this.#see(name, draft === undefined ? NO_LIFE : lifeOf(draft.version));
      return draft?.account;
    };
    const turn: Turn = { wanted: new Set(), hasBegun: false, loaded: load(), decided: Promise.resolve() };
    const end = async (): Promise<void> => {
      await afterDecisions();
      if (this.#turns.get(name) === turn) this.#turns.delete(name);
    };
    turn.decided = turn.loaded.then(end, end);
    this.#turns.set(name, turn);
    return turn;
  }

  /** Remembers the life of an account. A new life ends the running requests of the earlier life. */
  #see(name: string, life: string): void {
    const seen = this.#lives.get(name) ?? NO_LIFE;
    if (seen === life) return;
    this.#lives.set(name, life);
    if (seen !== NO_LIFE) this.#parts.listener.removed(name);
  }

  async #send(draft: Draft): Promise<CommitResult> {
    const { connection, index } = this.#parts;
    const { account, places, version: from, unsent } = draft;
    draft.unsent = undefined;
    if (draft.isVoid || unsent === undefined) return 'conflict';
    const growth = sizeOf(account) - draft.size;
    draft.size += growth;
    draft.version = `${lifeOf(from)}.${this.#uniqueId()}`;
    unsent.set(...headRecord(account, places));
    let result: CommitResult | undefined;
    try {
      result = await commitRecords(connection, account.name, { from, to: draft.version, records: unsent });
      if (result === 'kept' && growth !== 0) {
        index.count(growth);
        // Near the bound, the other replicas must know the new count before this request is answered.
        index.settle()?.catch(() => undefined);
      }
      return result;
    } finally {
      if (result !== 'kept') this.#decideAgain(draft, { isDirty: true });
    }
  }

  /**
   * Makes a request enter the account again, with at least the records that it has read. If its decision changed the
   * draft, other requests must not use the draft, either.
   */
  #decideAgain(draft: Draft, { isDirty }: Pick<Changes, 'isDirty'>): 'conflict' {
    const { loaded, missed } = draft.part;
    this.#load(draft.account.name, [...loaded, ...missed]).catch(() => undefined);
    draft.isVoid ||= isDirty;
    missed.clear();
    return 'conflict';
  }

  #uniqueId(): string {
    this.#commits += 1;
    return `${this.#replica}${this.#commits.toString(36)}`;
  }

  /** Reports whether an account fits within the bounds. If necessary, evicts an idle account. */
  async #fits(account: Account, replaced: Draft | undefined, realNow: number): Promise<boolean> {
    const { index } = this.#parts;
    const { generationsPerAccount, bytesPerAccount, idleMs } = index.bounds;
    const growth = sizeOf(account) - (replaced?.size ?? 0);
    if (sizeOf(account) > generationsPerAccount || accountBytes(account) > bytesPerAccount) return false;
    if (growth > 0 && index.isFull(growth - 1)) return false;
    if (replaced !== undefined || (await index.hasRoom())) return true;
    const remove = async (idle: Account): Promise<boolean> =>
      !hasLive(idle, realNow) && (await this.replace(idle.name, { before: idle, realNow })) === 'kept';
    return (await this.#search(realNow - idleMs, remove)) || index.hasRoom();
  }

  /** Evicts a generation that has ended. */
  async #evict(account: Account, realNow: number): Promise<boolean> {
    if (!evictEnded(account, readClock(account.clock, realNow))) return false;
    const { changes } = account;
    // Other requests may change the account during the commit, so their changes are collected separately.
    account.changes = noChanges();
    if ((await this.commit(account, changes)) !== 'kept') return false;
    this.#parts.listener.evictedFrom(account, changes);
    return true;
  }

  /** Visits accounts that were idle since a time, idlest first, until one of them made space. */
  async #search(since: number, makeRoom: (account: Account) => Promise<boolean>): Promise<boolean> {
    for (const name of await this.#parts.index.idleSince(since)) {
      const account = await this.#read(name, EVERYTHING);
      if (account !== undefined && (await makeRoom(account))) return true;
    }
    return false;
  }

  /** Loads an account of the index. Removes its name if a replica that was killed has left the name behind. */
  async #read(name: string, wanted: Iterable<string>, damaged: DamagedAccount[] = []): Promise<Account | undefined> {
    try {
      const account = await this.#load(name, wanted);
      if (account === undefined) await this.#parts.index.remove(name);
      return account;
    } catch (cause) {
      if (!(cause instanceof AccountDamaged)) throw cause;
      damaged.push({ name, problem: cause.message });
      return undefined;
    }
  }
}

/** Captured now, because with fake timers of a test, every response would hang. */
const nextTick = process.nextTick.bind(process);

/** Resolves after all callbacks that are ready now have run. */
function afterDecisions(): Promise<void> {
  return new Promise((resolve) => nextTick(resolve));
}
