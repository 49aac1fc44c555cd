/**
 * The commit port over a store that several replicas share. What this replica knows of an account is checked with every
 * enter, in one round trip; a commit is a compare-and-set of its version, in another one.
 */

import { randomBytes } from 'node:crypto';
import type { Account } from '../../domain/account.ts';
import { sizeOf } from '../../domain/account-generations.ts';
import { clearChanges, type Changes } from '../../domain/changes.ts';
import type { AccountList, AccountStore, Capacity, CommitResult, Replacement } from '../../domain/store.ts';
import { allRecords, headRecord, noPlaces, recordChanges, type RecordPlaces } from '../account-records.ts';
import { addNames, noNames, type ChangedNames } from '../changed-names.ts';
import type { StoreBounds, StoreListener } from '../memory.ts';
import { commitRecords } from './account-commands.ts';
import { isLarge } from '../record-parts.ts';
import { copyAccount, copyPlaces, freezeAccount, takeAccount } from './account-copy.ts';
import type { AccountIndex } from './account-index.ts';
import { listAccounts } from './account-list.ts';
import { AccountRefresh } from './account-refresh.ts';
import { AccountStaging } from './account-staging.ts';
import { AccountRows, type AccountDraft, type AccountRow, type DraftGroup } from './account-rows.ts';
import { numberOf, type AccountVersion } from './account-versions.ts';
import type { StoreConnection } from './connection.ts';
import { discardKeys } from './damaged-account.ts';
import { Eviction } from './eviction.ts';

export interface SharedStoreParts {
  readonly connection: StoreConnection;
  readonly index: AccountIndex;
  readonly bounds: StoreBounds;
  readonly listener: StoreListener;
  /** Tells the other replicas that an account was replaced or removed. */
  readonly onReplaced: (name: string, life: string) => void;
}

/** Captured now: timers that a test fakes later would leave every answer waiting. */
const nextTick = process.nextTick.bind(process);

export class SharedStore implements AccountStore {
  readonly #parts: SharedStoreParts;
  readonly #rows = new AccountRows();
  readonly #refresh: AccountRefresh;
  readonly #staging: AccountStaging;
  readonly #eviction: Eviction;
  /** Of this replica; with a number it makes what no other commit has. */
  readonly #replica = randomBytes(6).toString('base64url');
  #commits = 0;

  constructor(parts: SharedStoreParts) {
    this.#parts = parts;
    const { connection, listener, index, bounds } = parts;
    this.#eviction = new Eviction({ index, bounds, listener, store: this, read: (name) => this.#read(name) });
    this.#staging = new AccountStaging(connection);
    this.#refresh = new AccountRefresh({ connection, rows: this.#rows, onRemoved: (name) => listener.removed(name) });
  }

  get capacity(): Capacity {
    const { bounds, index } = this.#parts;
    return {
      generationsPerAccount: bounds.generationsPerAccount,
      bytesPerAccount: bounds.bytesPerAccount,
      isFull: (account) => index.generations + this.#growthOf(account) >= bounds.generations,
      evictElsewhere: (realNow) => this.#eviction.evictElsewhere(realNow),
    };
  }

  /** What an account holds now, beside what was counted for it. */
  #growthOf(account: Account): number {
    const draft = this.#rows.draftBehind(account);
    return draft === undefined ? 0 : sizeOf(account) - draft.size;
  }

  /** Forgets what is known of accounts: the store may be another one, or have lost writes. */
  forget(): void {
    this.#rows.clear();
  }

  /** Another replica has replaced or removed an account. */
  ended(name: string, life: string): void {
    const row = this.#rows.get(name);
    if (row !== undefined && row.kept.life !== life) return;
    this.#rows.delete(name);
    this.#parts.listener.removed(name);
  }

  async enter(name: string, realNow: number): Promise<Account | undefined> {
    const { index, bounds } = this.#parts;
    const counting = index.settle(bounds.generations);
    const row = await this.#refresh.rowOf(name);
    await counting;
    if (row === undefined) return undefined;
    index.see(name, realNow);
    return this.#rows.draftOf(row).account;
  }

  async commit(account: Account, changes: Changes): Promise<CommitResult> {
    const draft = this.#rows.draftBehind(account);
    if (draft === undefined) return 'conflict';
    const { row, version } = draft;
    if (!changes.isDirty) return draft.group?.outcome ?? version.outcome ?? 'kept';
    // It was sent, or another replica has changed the account.
    if (row.draft !== draft || !this.#rows.isCurrent(row)) return this.#rows.spoil(draft);
    const { index, bounds } = this.#parts;
    const growth = sizeOf(account) - draft.size;
    draft.size += growth;
    index.count(growth);
    if (growth !== 0) index.settle(bounds.generations)?.catch(() => undefined);
    draft.group ??= this.#collect(draft);
    addNames(draft.group.names, changes);
    return draft.group.outcome;
  }

  /** What all decisions of this turn change is sent as one commit. */
  #collect(draft: AccountDraft): DraftGroup {
    const names = noNames();
    const outcome = new Promise<void>((resolve) => nextTick(resolve)).then(() => this.#send(draft, names));
    // Not everybody who changes something waits for it.
    outcome.catch(() => undefined);
    return { names, outcome };
  }

  #send(draft: AccountDraft, names: ChangedNames): Promise<CommitResult> | CommitResult {
    const { row, version, account } = draft;
    const growth = draft.size - sizeOfFrozen(version);
    row.draft = undefined;
    if (!this.#rows.isCurrent(row)) {
      this.#parts.index.count(-growth);
      return 'conflict';
    }
    const places = copyPlaces(version.frozen);
    const records = recordChanges(account, places, names);
    const frozen = freezeAccount(account, places);
    const next: AccountVersion = { id: this.#nextId(version), life: version.life, frozen };
    row.tip = next;
    const setting = commitRecords(this.#parts.connection, row.name, { from: version.id, to: next, records });
    next.outcome = this.#settle(row, { version: next, growth, setting });
    next.outcome.catch(() => undefined);
    return next.outcome;
  }

  async replace(name: string, { before, after, realNow }: Replacement): Promise<CommitResult> {
    const basis = before === undefined ? undefined : this.#rows.draftBehind(before);
    if ((basis === undefined) !== (before === undefined)) return 'conflict';
    const size = basis === undefined ? 0 : sizeOfFrozen(basis.version);
    const isFull =
      after !== undefined && !(await this.#eviction.fits(after, { size, isNew: before === undefined, realNow }));
    if (isFull) return 'full';
    const from = basis?.version.id ?? '';
    const life = this.#uniqueId();
    const staged = after && isLarge(after) ? await this.#staging.stage(after, life) : undefined;
    const places = staged?.places ?? noPlaces();
    const own = after && (staged === undefined ? allRecords(after, places) : [headRecord(after, places)]);
    const records = own === undefined ? [] : [['life', life] as const, ...own];
    const id = this.#nextId(basis?.version);
    if (after !== undefined) await this.#parts.index.add(name, realNow);
    const commit = { from, to: after && { id }, records, staged: staged?.key, isWhole: true };
    const result = await commitRecords(this.#parts.connection, name, commit);
    if (result !== 'kept') {
      this.#rows.delete(name);
      return result;
    }
    if (after === undefined) await this.#parts.index.remove(name);
    else await this.#parts.index.add(name, realNow);
    this.#parts.index.count((after === undefined ? 0 : sizeOf(after)) - size);
    if (basis !== undefined) this.#parts.onReplaced(name, basis.version.life);
    this.#placeReplaced(name, { id, life, places }, after);
    return 'kept';
  }

  async list(): Promise<AccountList> {
    return listAccounts(await this.#parts.index.names(), (name) => this.#show(name));
  }

  /** Removes what is under the keys of an account and cannot be read. */
  async discard(name: string): Promise<void> {
    const { connection, index, listener, onReplaced } = this.#parts;
    const { life, generations } = await discardKeys(connection, name);
    await index.remove(name);
    index.count(-generations);
    this.#rows.delete(name);
    if (life !== undefined) onReplaced(name, life);
    listener.removed(name);
  }

  /** A copy of an account as it is kept, for reading. */
  async #show(name: string): Promise<Account[]> {
    const [account] = await this.#read(name);
    const row = this.#rows.get(name);
    if (account === undefined || row === undefined) return [];
    await row.tip.outcome?.catch(() => undefined);
    return [copyAccount(row.kept.frozen)];
  }

  /** An account without counting as asked for; a name without an account is one that a replica left behind. */
  async #read(name: string): Promise<Account[]> {
    const row = await this.#refresh.rowOf(name);
    if (row !== undefined) return [this.#rows.draftOf(row).account];
    await this.#parts.index.remove(name);
    return [];
  }

  #placeReplaced(name: string, { id, life, places }: ReplacedVersion, after: Account | undefined): void {
    if (after === undefined) {
      this.#rows.delete(name);
      this.#parts.listener.removed(name);
      return;
    }
    clearChanges(after.changes);
    const isTaken = isLarge(after);
    const frozen = isTaken ? takeAccount(after, places) : freezeAccount(after, places);
    const row = this.#rows.put(name, { id, life, frozen });
    this.#rows.begin(row, after);
    // What belongs to the version by now is written to by nobody.
    if (isTaken) row.draft = undefined;
  }

  async #settle(row: AccountRow, { version, growth, setting }: CommitUnderWay): Promise<CommitResult> {
    try {
      const result = await setting;
      if (result !== 'kept') {
        this.#abandon(row, growth);
        return result;
      }
      version.outcome = undefined;
      row.kept = version;
      return result;
    } catch (cause) {
      this.#abandon(row, growth);
      throw cause;
    }
  }

  /** What was decided on a version that was not kept is not kept either; the committed one is where to go on from. */
  #abandon(row: AccountRow, growth: number): void {
    this.#parts.index.count(-growth);
    if (this.#rows.isCurrent(row)) this.#rows.put(row.name, row.kept);
  }

  #nextId(before: AccountVersion | undefined): string {
    return `${before === undefined ? 1 : numberOf(before) + 1}.${this.#uniqueId()}`;
  }

  #uniqueId(): string {
    this.#commits += 1;
    return `${this.#replica}${this.#commits.toString(36)}`;
  }
}

interface CommitUnderWay {
  readonly version: AccountVersion;
  /** How many generations it adds. */
  readonly growth: number;
  readonly setting: Promise<CommitResult>;
}

interface ReplacedVersion extends Pick<AccountVersion, 'id' | 'life'> {
  readonly places: RecordPlaces;
}

function sizeOfFrozen({ frozen: { maps } }: AccountVersion): number {
  return maps.open.size + maps.ended.size;
}
