/**
 * The commit port over a store that several replicas share. A request loads the records that it needs in one round
 * trip. Its commit compares and sets the version of the account in a second one.
 */

import { randomBytes } from 'node:crypto';
import type { Account } from '../../domain/account.ts';
import { sizeOf } from '../../domain/account-generations.ts';
import { clearChanges, noChanges, type Changes } from '../../domain/changes.ts';
import type { AccountList, BoundedStore, Capacity, CommitResult, Expected, Replacement } from '../../domain/store.ts';
import { allRecords, headRecord, noPlaces, recordChanges, type RecordPlaces } from '../account-records.ts';
import { addNames, noNames, type ChangedNames } from '../changed-names.ts';
import type { StoreBounds, StoreListener } from '../memory.ts';
import { GENERATION, IDEMPOTENCY } from '../read-records.ts';
import { isLarge } from '../record-parts.ts';
import type { AccountIndex } from './account-index.ts';
import { loadAccount } from './account-loading.ts';
import { SIZES_KEY, sizesText, type LoadedPart, type Wanted } from './account-part.ts';
import { AccountTurns, afterDecisions } from './account-turns.ts';
import type { StoreConnection } from './connection.ts';
import { discardKeys, listAccounts } from './damaged-account.ts';
import { Eviction } from './eviction.ts';
import { commitRecords, stageRecords } from './scripts.ts';

export interface SharedStoreParts {
  readonly connection: StoreConnection;
  readonly index: AccountIndex;
  readonly bounds: StoreBounds;
  readonly listener: StoreListener;
  /** Tells the other replicas that an account was replaced or removed. */
  readonly onReplaced: (name: string, life: string) => void;
  readonly close: () => Promise<void>;
}

/** An account that requests of one turn decide on. */
interface Draft {
  readonly account: Account;
  readonly life: string;
  readonly places: RecordPlaces;
  readonly part?: LoadedPart | undefined;
  /** The version that the next commit expects in the store. */
  version: string;
  /** How many generations are counted for it. */
  size: number;
  /** What decisions have changed, until it is sent as one commit. */
  group: { readonly names: ChangedNames; readonly outcome: Promise<CommitResult> } | undefined;
  /** The result of the commit that was sent last. */
  outcome: Promise<CommitResult> | undefined;
  /** It contains changes that were not committed: no decision may read them. */
  isVoid: boolean;
}

/** An account of a draft. A weak map of drafts would cost the garbage collector an eighth of a poll. */
type Drafted = Account & { [DRAFT]?: Draft };
const DRAFT = Symbol('draft');

function draftOf(account: Account): Draft | undefined {
  return (account as Drafted)[DRAFT];
}

/** Of so many accounts, it is known which life this replica has seen. */
const MOST_LIVES = 50_000;

export class SharedStore implements BoundedStore {
  readonly #parts: SharedStoreParts;
  readonly #turns = new AccountTurns((name, wanted) => this.#load(name, wanted));
  readonly #eviction: Eviction;
  /** The life of each account when this replica saw it last. */
  readonly #lives = new Map<string, string>();
  /** Of this replica; a number is added for what no other commit has. */
  readonly #replica = randomBytes(6).toString('base64url');
  #commits = 0;

  constructor(parts: SharedStoreParts) {
    this.#parts = parts;
    const { listener, index, bounds } = parts;
    const load = (name: string): Promise<Account | undefined> => this.#turns.enter(name, 'all');
    this.#eviction = new Eviction({ index, bounds, listener, store: this, load });
  }

  get capacity(): Capacity {
    const { bounds, index } = this.#parts;
    return {
      generationsPerAccount: bounds.generationsPerAccount,
      bytesPerAccount: bounds.bytesPerAccount,
      isFull: (account) =>
        index.generations + sizeOf(account) - (draftOf(account)?.size ?? sizeOf(account)) >= bounds.generations,
      evictElsewhere: (realNow) => this.#eviction.evictElsewhere(realNow),
    };
  }

  /** Another replica has replaced or removed an account. */
  ended(name: string, life: string): void {
    if (this.#lives.get(name) === life) this.#see(name, undefined);
  }

  async enter(name: string, realNow: number, expected: Expected = {}): Promise<Account | undefined> {
    const { index, bounds } = this.#parts;
    const counting = index.settle(bounds.generations);
    const account = await this.#turns.enter(name, keysOf(expected));
    await counting;
    if (account !== undefined) index.see(name, realNow);
    return account;
  }

  async commit(account: Account, changes: Changes): Promise<CommitResult> {
    const draft = draftOf(account);
    if (draft === undefined) return 'conflict';
    if (draft.isVoid || draft.part?.missed !== undefined) return this.#decideAgain(draft, changes);
    if (!changes.isDirty) return draft.group?.outcome ?? draft.outcome ?? 'kept';
    draft.group ??= this.#collect(draft);
    addNames(draft.group.names, changes);
    return draft.group.outcome;
  }

  async replace(name: string, { before, after, realNow }: Replacement): Promise<CommitResult> {
    const { connection, index, listener, onReplaced } = this.#parts;
    const basis = before === undefined ? undefined : draftOf(before);
    if ((basis === undefined) !== (before === undefined)) return 'conflict';
    if (basis?.part?.missed !== undefined) return this.#decideAgain(basis, before?.changes ?? noChanges());
    const size = basis?.size ?? 0;
    const isNew = before === undefined;
    if (after !== undefined && !(await this.#eviction.fits(after, { size, isNew, realNow }))) return 'full';
    const [life, places, to] = [this.#uniqueId(), noPlaces(), after && this.#uniqueId()];
    const isStaged = after !== undefined && isLarge(after);
    const staged = isStaged ? await stageRecords(connection, { account: after, places, id: life }) : undefined;
    const all = after && (isStaged ? [headRecord(after, places)] : allRecords(after, places));
    const records = after && all ? [['life', life] as const, [SIZES_KEY, sizesText(after)] as const, ...all] : [];
    if (after !== undefined) await index.add(name, realNow);
    const from = basis?.version ?? '';
    const result = await commitRecords(connection, name, { from, to, records, isWhole: true, staged });
    if (result !== 'kept') return result;
    // Once more, in case the account was removed in between.
    await (after === undefined ? index.remove(name) : index.add(name, realNow));
    index.count((after === undefined ? 0 : sizeOf(after)) - size);
    if (basis !== undefined) onReplaced(name, basis.life);
    this.#lives.delete(name);
    if (after === undefined || to === undefined) listener.removed(name);
    else {
      clearChanges(after.changes);
      this.#see(name, life);
      beginDraft({ account: after, places, life, version: to });
    }
    return 'kept';
  }

  async list(): Promise<AccountList> {
    const { connection, index } = this.#parts;
    return listAccounts(await index.names(), async (name) => {
      const loaded = await loadAccount(connection, name, NOTHING_MORE);
      if (loaded === undefined) await index.remove(name);
      return loaded?.account;
    });
  }

  /** Removes the records of an account that cannot be read. */
  async discard(name: string): Promise<void> {
    const { connection, index, onReplaced } = this.#parts;
    const { life, generations } = await discardKeys(connection, name);
    await index.remove(name);
    index.count(-generations);
    if (life !== undefined) onReplaced(name, life);
    this.#see(name, undefined);
  }

  close(): Promise<void> {
    return this.#parts.close();
  }

  async #load(name: string, wanted: Wanted): Promise<Account | undefined> {
    const loaded = await loadAccount(this.#parts.connection, name, wanted);
    this.#see(name, loaded?.life);
    if (loaded === undefined) return undefined;
    beginDraft(loaded);
    return loaded.account;
  }

  /** Another life than the one that was seen last: what is in flight for that one ends. */
  #see(name: string, life: string | undefined): void {
    const seen = this.#lives.get(name);
    if (seen === life) return;
    this.#lives.delete(name);
    if (seen !== undefined) this.#parts.listener.removed(name);
    if (life === undefined) return;
    this.#lives.set(name, life);
    if (this.#lives.size <= MOST_LIVES) return;
    for (const oldest of this.#lives.keys()) return void this.#lives.delete(oldest);
  }

  /** All that is decided in this turn is sent as one commit. */
  #collect(draft: Draft): NonNullable<Draft['group']> {
    const names = noNames();
    const outcome = afterDecisions().then(() => this.#send(draft, names));
    // Not everybody who changes something waits for it.
    outcome.catch(() => undefined);
    return { names, outcome };
  }

  #send(draft: Draft, names: ChangedNames): Promise<CommitResult> | CommitResult {
    const { account, places, version } = draft;
    draft.group = undefined;
    if (draft.isVoid) return 'conflict';
    const records = [...recordChanges(account, places, names), [SIZES_KEY, sizesText(account)] as const];
    const growth = sizeOf(account) - draft.size;
    draft.size += growth;
    draft.version = this.#uniqueId();
    const commit = { from: version, to: draft.version, records };
    const outcome = this.#settle(draft, growth, commitRecords(this.#parts.connection, account.name, commit));
    draft.outcome = outcome;
    return outcome;
  }

  async #settle(draft: Draft, growth: number, committing: Promise<CommitResult>): Promise<CommitResult> {
    const { index, bounds } = this.#parts;
    let result: CommitResult | undefined;
    try {
      result = await committing;
      if (result === 'kept' && growth !== 0) {
        index.count(growth);
        // Near the bound, the other replicas have to know before this request is answered.
        index.settle(bounds.generations)?.catch(() => undefined);
      }
      return result;
    } finally {
      if (result !== 'kept') this.#decideAgain(draft, { isDirty: true });
    }
  }

  /**
   * A request enters the account again, and the next load has at least the records that the request has read. The
   * changes of its decision are in the draft, so other requests must not go on with the draft, either.
   */
  #decideAgain(draft: Draft, { isDirty }: Pick<Changes, 'isDirty'>): 'conflict' {
    this.#turns.include(draft.account.name, draft.part?.wanted ?? 'all');
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

function beginDraft(loaded: Pick<Draft, 'account' | 'places' | 'life' | 'version' | 'part'>): void {
  const { account, places, life, version, part } = loaded;
  const size = sizeOf(account);
  const drafted: Drafted = account;
  drafted[DRAFT] = { account, places, life, version, part, size, group: undefined, outcome: undefined, isVoid: false };
}
