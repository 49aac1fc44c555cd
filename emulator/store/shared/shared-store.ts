/**
 * Implements the commit port over a store that several replicas share. One round trip loads the records that a request
 * needs. Another round trip commits, if the version of the account has not changed.
 */

import { randomBytes } from 'node:crypto';
import { createLru } from '../../../lib/lru.ts';
import type { Account } from '../../domain/account.ts';
import { sizeOf } from '../../domain/account-generations.ts';
import { clearChanges, noChanges, type Changes } from '../../domain/changes.ts';
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
import { allRecords, GENERATION, headRecord, IDEMPOTENCY, noPlaces, recordChanges } from '../account-records.ts';
import type { StoreListener } from '../memory.ts';
import type { AccountIndex } from './account-index.ts';
import { loadAccount, type StoredAccount } from './account-loading.ts';
import type { Wanted } from './account-part.ts';
import { AccountTurns, afterDecisions } from './account-turns.ts';
import type { StoreConnection } from './connection.ts';
import { recordsKey } from './replies.ts';
import { commitRecords, stageRecords } from './scripts.ts';

export interface SharedStoreParts {
  readonly connection: StoreConnection;
  readonly index: AccountIndex;
  readonly listener: StoreListener;
  /** Notifies the other replicas that an account was replaced or removed. */
  readonly onReplaced: (name: string, life: string) => void;
  readonly close: () => Promise<void>;
}

/** An account that the requests of one turn change together. */
interface Draft extends StoredAccount {
  /** The version that the next commit expects in the store. */
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

function draftOf(account: Account): Draft | undefined {
  return (account as Drafted)[DRAFT];
}

/** The maximum number of accounts whose lives this replica remembers. */
const MOST_LIVES = 50_000;
const NO_LIFE = '';
/** The number of digits of the time in a life. */
const TIME_DIGITS = 15;

export class SharedStore implements BoundedStore {
  readonly capacity: Capacity;
  readonly #parts: SharedStoreParts;
  readonly #turns = new AccountTurns((name, wanted) => this.#load(name, wanted));
  /** The last known life of each account. */
  readonly #lives = createLru<string>(MOST_LIVES);
  /** The id of this replica. With a counter, it makes a version unique. */
  readonly #replica = randomBytes(6).toString('base64url');
  #commits = 0;

  constructor(parts: SharedStoreParts) {
    this.#parts = parts;
    const { index } = parts;
    this.capacity = {
      generationsPerAccount: index.bounds.generationsPerAccount,
      bytesPerAccount: index.bounds.bytesPerAccount,
      isFull: (account) => index.isFull(sizeOf(account) - (draftOf(account)?.size ?? sizeOf(account))),
      evictElsewhere: (realNow) => index.evictElsewhere(this, realNow),
    };
  }

  readonly loadAll = (name: string): Promise<Account | undefined> => this.#turns.enter(name, 'all');

  /** Ends the requests of an account that another replica has replaced or removed. */
  ended(name: string, life: string): void {
    if (this.#lives.get(name) === life) this.#see(name, NO_LIFE);
  }

  async enter(name: string, realNow: number, expected: Expected = {}): Promise<Account | undefined> {
    const { index } = this.#parts;
    const counting = index.settle();
    const account = await this.#turns.enter(name, keysOf(expected));
    await counting;
    if (account !== undefined) index.see(name, realNow);
    return account;
  }

  async commit(account: Account, changes: Changes): Promise<CommitResult> {
    const draft = draftOf(account);
    if (draft === undefined) return 'conflict';
    if (draft.isVoid || draft.part?.missed !== undefined) return this.#decideAgain(draft, changes);
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
    const { connection, index, listener, onReplaced } = this.#parts;
    const basis = before === undefined ? undefined : draftOf(before);
    if ((basis === undefined) !== (before === undefined)) return 'conflict';
    if (basis?.part?.missed !== undefined) return this.#decideAgain(basis, before?.changes ?? noChanges());
    const size = basis?.size ?? 0;
    const isNew = before === undefined;
    if (after !== undefined && !(await index.fits(this, after, { size, isNew, realNow }))) return 'full';
    const opened = basis?.life.slice(0, TIME_DIGITS) ?? String(realNow).padStart(TIME_DIGITS, '0');
    const [life, places] = [`${opened}-${this.#uniqueId()}`, noPlaces()];
    const [to, staged] = after === undefined ? [''] : [this.#uniqueId(), `${recordsKey(name)}:${life}`];
    if (after !== undefined && staged !== undefined) {
      await stageRecords(connection, staged, allRecords(after, places));
      await index.add([[name, realNow]]);
    }
    const commit = { from: basis?.version ?? '', to, records: [['life', life] as const], staged };
    const result = await commitRecords(connection, name, commit);
    if (result !== 'kept') return result;
    // The name is added or removed again, because another replica may have changed it in between.
    await (after === undefined ? index.remove(name) : index.add([[name, realNow]]));
    index.count((after === undefined ? 0 : sizeOf(after)) - size);
    if (basis !== undefined) onReplaced(name, basis.life);
    this.#lives.set(name, NO_LIFE);
    if (after === undefined) listener.removed(name);
    else {
      clearChanges(after.changes);
      this.#see(name, life);
      beginDraft({ account: after, places, life, version: to });
    }
    return 'kept';
  }

  async list(): Promise<AccountList> {
    const { connection, index } = this.#parts;
    const found: StoredAccount[] = [];
    const damaged: DamagedAccount[] = [];
    const read = async (name: string): Promise<void> => {
      try {
        const loaded = await loadAccount(connection, name, NOTHING_MORE);
        if (loaded === undefined) await index.remove(name);
        else found.push(loaded);
      } catch (cause) {
        if (!(cause instanceof AccountDamaged)) throw cause;
        damaged.push({ name, problem: cause.message });
      }
    };
    await Promise.all((await index.names()).map(read));
    const accounts = found.toSorted((a, b) => (a.life < b.life ? -1 : 1)).map(({ account }) => account);
    return { accounts, damaged };
  }

  /** Removes the records of an account that cannot be read. */
  async discard(name: string): Promise<void> {
    const { connection, index, onReplaced } = this.#parts;
    await connection.send(recordsKey(name), ['UNLINK', recordsKey(name)]);
    await index.remove(name);
    onReplaced(name, this.#lives.get(name) ?? NO_LIFE);
    this.#see(name, NO_LIFE);
  }

  close(): Promise<void> {
    return this.#parts.close();
  }

  async #load(name: string, wanted: Wanted): Promise<Account | undefined> {
    const loaded = await loadAccount(this.#parts.connection, name, wanted);
    this.#see(name, loaded?.life ?? NO_LIFE);
    if (loaded !== undefined) beginDraft(loaded);
    return loaded?.account;
  }

  /** Remembers the life of an account. A new life ends the running requests of the earlier life. */
  #see(name: string, life: string): void {
    const seen = this.#lives.get(name) ?? NO_LIFE;
    if (seen === life) return;
    this.#lives.set(name, life);
    if (seen !== NO_LIFE) this.#parts.listener.removed(name);
  }

  #send(draft: Draft): Promise<CommitResult> | CommitResult {
    const { account, places, version, unsent } = draft;
    draft.unsent = undefined;
    if (draft.isVoid || unsent === undefined) return 'conflict';
    const growth = sizeOf(account) - draft.size;
    draft.size += growth;
    draft.version = this.#uniqueId();
    const commit = { from: version, to: draft.version, records: [...unsent, headRecord(account, places)] };
    return this.#settle(draft, growth, commitRecords(this.#parts.connection, account.name, commit));
  }

  async #settle(draft: Draft, growth: number, committing: Promise<CommitResult>): Promise<CommitResult> {
    const { index } = this.#parts;
    let result: CommitResult | undefined;
    try {
      result = await committing;
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
    this.#turns.enter(draft.account.name, draft.part?.wanted ?? 'all').catch(() => undefined);
    draft.isVoid ||= isDirty;
    if (draft.part !== undefined) draft.part.missed = undefined;
    return 'conflict';
  }

  #uniqueId(): string {
    this.#commits += 1;
    return `${this.#replica}${this.#commits.toString(36)}`;
  }
}

const NOTHING_MORE: Wanted = new Set<string>();

function keysOf({ generation, idempotencyKey }: Expected): Wanted {
  if (generation === undefined && idempotencyKey === undefined) return NOTHING_MORE;
  const keys = new Set<string>();
  if (generation !== undefined) keys.add(GENERATION + generation);
  if (idempotencyKey !== undefined) keys.add(IDEMPOTENCY + idempotencyKey);
  return keys;
}

function beginDraft(loaded: StoredAccount): void {
  const { account, places, life, version, part } = loaded;
  const size = sizeOf(account);
  const drafted: Drafted = account;
  // Explicit properties, because a spread took 3 µs of each poll in a CPU profile.
  drafted[DRAFT] = { account, places, life, version, part, size, unsent: undefined, outcome: undefined, isVoid: false };
}
