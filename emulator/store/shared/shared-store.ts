/**
 * Implements the commit port over a store that several replicas share. One round trip loads the records that a request
 * needs. Another round trip commits, if the version of the account has not changed.
 */

import { randomBytes } from 'node:crypto';
import { createLru } from '../../../lib/lru.ts';
import type { Account, EnteredAccount } from '../../domain/account.ts';
import { evictEnded, hasLive, sizeOf } from '../../domain/account-generations.ts';
import { accountBytes } from '../../domain/account-size.ts';
import { clearChanges, noChanges, type Changes } from '../../domain/changes.ts';
import { readClock } from '../../domain/clock.ts';
import { AccountDamaged, type BoundedStore, type Capacity, type CommitResult } from '../../domain/store.ts';
import type { AccountList, DamagedAccount, Expected, Replacement, ReplaceResult } from '../../domain/store.ts';
import { allRecords, headRecord, noPlaces, recordChanges } from '../account-records.ts';
import type { StoreListener } from '../memory.ts';
import type { AccountIndex } from './account-index.ts';
import { EVERYTHING, keysOf, LoadedPart } from './account-part.ts';
import type { StoreConnection } from './connection.ts';
import { recordsKey } from './replies.ts';
import type { Signals } from './signals.ts';
import { AccountLoads, afterDecisions, commitRecords, Draft, draftIn, replaceRecords } from './stored-account.ts';

export interface SharedStoreParts {
  readonly connection: StoreConnection;
  readonly index: AccountIndex;
  readonly listener: StoreListener;
  readonly signals: Pick<Signals, 'send'>;
  readonly close: () => Promise<void>;
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
  readonly #loads: AccountLoads;
  /** The last known life of each account. */
  readonly #lives = createLru<string>(MOST_LIVES);
  /** The id of this replica. With a counter, it makes a version unique. */
  readonly #replica = randomBytes(6).toString('base64url');
  #commits = 0;

  constructor(parts: SharedStoreParts) {
    this.#parts = parts;
    const { index, connection } = parts;
    this.#loads = new AccountLoads(connection, (name, version) => this.#see(name, lifeOf(version)));
    this.capacity = {
      ...index.bounds,
      isFull: (account) => index.isFull(sizeOf(account) - draftIn(account).size),
      evictElsewhere: (realNow) => this.#search(realNow, (account) => this.#evict(account, realNow)),
    };
  }

  /** Ends the requests of an account that another replica has replaced or removed. */
  ended(name: string, life: string): void {
    if (this.#lives.get(name) === life) this.#see(name, NO_LIFE);
  }

  async enter(name: string, realNow: number, expected: Expected = {}): Promise<Account | undefined> {
    const { index } = this.#parts;
    const loading = this.#loads.load(name, keysOf(expected));
    const counting = index.flushNearBound();
    const account = counting === undefined ? await loading : (await Promise.all([loading, counting]))[0];
    if (account !== undefined) index.see(name, realNow);
    return account;
  }

  async commit(account: EnteredAccount, changes: Changes): Promise<CommitResult> {
    const draft = draftIn(account);
    if (draft.isVoid || draft.part.missed.size > 0) return this.#decideAgain(draft, changes);
    if (!changes.isDirty) return draft.committed ?? 'kept';
    if (draft.unsent === undefined) {
      draft.unsent = new Map();
      // All decisions of this turn are sent as one commit.
      draft.committed = afterDecisions().then(() => this.#send(draft));
      // Without a handler, a failed commit that no request waits for would end the process.
      draft.committed.catch(() => undefined);
    }
    for (const [key, text] of recordChanges(draft.account, draft.places, changes)) draft.unsent.set(key, text);
    return draft.committed ?? 'conflict';
  }

  async replace(name: string, { before, after, realNow }: Replacement): Promise<ReplaceResult> {
    const { connection, index, listener, signals } = this.#parts;
    const basis = before && draftIn(before);
    if (basis !== undefined && basis.part.missed.size > 0) return this.#decideAgain(basis, basis.account.changes);
    if (after !== undefined && !(await this.#fits(after, basis, realNow))) return 'full';
    const from = basis?.version ?? '';
    const opened = basis === undefined ? String(realNow).padStart(TIME_DIGITS, '0') : from.slice(0, TIME_DIGITS);
    const to = `${opened}-${this.#uniqueId()}.`;
    const places = noPlaces();
    const records = after && allRecords(after, places);
    const result = await replaceRecords(connection, name, { from, to, records });
    if (result !== 'kept') return result;
    await (after === undefined ? index.remove(name) : index.add(name, realNow));
    index.count((after === undefined ? 0 : sizeOf(after)) - (basis?.size ?? 0));
    if (basis !== undefined) signals.send('ended', name, lifeOf(from));
    if (after === undefined) {
      this.#lives.set(name, NO_LIFE);
      listener.removed(name);
    } else {
      clearChanges(after.changes);
      const draft = new Draft({ account: after, places }, new LoadedPart(EVERYTHING), to);
      this.#lives.set(name, lifeOf(draft.version));
    }
    return 'kept';
  }

  async list(): Promise<AccountList> {
    const damaged: DamagedAccount[] = [];
    const names = await this.#parts.index.names();
    const found = await Promise.all(names.map((name) => this.#read(name, [], damaged)));
    const accounts = found.flatMap((account) => account ?? []);
    return { accounts: accounts.toSorted((a, b) => (draftIn(a).version < draftIn(b).version ? -1 : 1)), damaged };
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
    const head = headRecord(account, places);
    draft.heads.set(draft.version, head[1]);
    unsent.set(...head);
    let result: CommitResult | undefined;
    try {
      result = await commitRecords(connection, account.name, { from, to: draft.version, records: unsent });
      if (result === 'kept' && growth !== 0) {
        index.count(growth);
        // Near the bound, the other replicas must know the new count before this request is answered.
        index.flushNearBound()?.catch(() => undefined);
      }
      return result;
    } finally {
      draft.heads.delete(from);
      if (result !== 'kept') this.#decideAgain(draft, { isDirty: true });
    }
  }

  /**
   * Makes a request enter the account again, with at least the records that it has read. If its decision changed the
   * draft, other requests must not use the draft, either.
   */
  #decideAgain(draft: Draft, { isDirty }: Pick<Changes, 'isDirty'>): 'conflict' {
    const { loaded, missed } = draft.part;
    this.#loads.load(draft.account.name, [...loaded, ...missed]).catch(() => undefined);
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
      const account = await this.#loads.load(name, wanted);
      if (account === undefined) await this.#parts.index.remove(name);
      return account;
    } catch (cause) {
      if (!(cause instanceof AccountDamaged)) throw cause;
      damaged.push({ name, problem: cause.message });
      return undefined;
    }
  }
}
