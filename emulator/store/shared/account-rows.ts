/** The accounts that this replica has in memory: what it knows of each, and the drafts that decisions write to. */

import type { Account } from '../../domain/account.ts';
import { sizeOf } from '../../domain/account-generations.ts';
import type { CommitResult } from '../../domain/store.ts';
import type { ChangedNames } from '../changed-names.ts';
import { copyAccount } from './account-copy.ts';
import type { AccountVersion } from './account-versions.ts';

/** One account. A commit of another replica puts a new row in its place. */
export interface AccountRow {
  readonly name: string;
  /** The latest that is known to be committed. */
  kept: AccountVersion;
  /** The latest that this replica has, perhaps on its way: what the next draft is made of. */
  tip: AccountVersion;
  /** What decisions are made on now. */
  draft: AccountDraft | undefined;
}

/**
 * A private copy of the latest version, for all decisions of this replica until it is sent as one commit. Whoever has
 * seen what is in it waits for its outcome.
 */
export interface AccountDraft {
  readonly row: AccountRow;
  readonly version: AccountVersion;
  readonly account: Account;
  /** Absent while nothing was changed. */
  group: DraftGroup | undefined;
  /** How many generations were counted for it. */
  size: number;
}

/** What decisions have changed in a draft. */
export interface DraftGroup {
  readonly names: ChangedNames;
  readonly outcome: Promise<CommitResult>;
}

const MOST_ROWS = 2000;

export class AccountRows {
  readonly #rows = new Map<string, AccountRow>();
  readonly #drafts = new WeakMap<Account, AccountDraft>();

  get(name: string): AccountRow | undefined {
    return this.#rows.get(name);
  }

  /** Whether the row is still the one of its name. */
  isCurrent(row: AccountRow): boolean {
    return this.#rows.get(row.name) === row;
  }

  /** Puts a committed version in place of what is known of an account. */
  put(name: string, version: AccountVersion): AccountRow {
    const row: AccountRow = { name, kept: version, tip: version, draft: undefined };
    this.#rows.delete(name);
    this.#rows.set(name, row);
    for (const [other, { tip, kept, draft }] of this.#rows) {
      if (this.#rows.size <= MOST_ROWS) break;
      if (other !== name && tip === kept && draft?.group === undefined) this.#rows.delete(other);
    }
    return row;
  }

  delete(name: string): void {
    this.#rows.delete(name);
  }

  /** Forgets everything, because the store may have. */
  clear(): void {
    this.#rows.clear();
  }

  /** What a decision that is made now is made on. */
  draftOf(row: AccountRow): AccountDraft {
    return row.draft ?? this.#begin(row, copyAccount(row.tip.frozen));
  }

  /** An account that has become the latest version goes on as its draft. */
  begin(row: AccountRow, account: Account): void {
    this.#begin(row, account);
  }

  /** The draft that an account is, or was; nothing if the draft was spoiled. */
  draftBehind(account: Account): AccountDraft | undefined {
    return this.#drafts.get(account);
  }

  /** A decision wrote to the draft, but its changes are not committed: no other decision may read them. */
  spoil({ account }: AccountDraft): CommitResult {
    this.#drafts.delete(account);
    return 'conflict';
  }

  #begin(row: AccountRow, account: Account): AccountDraft {
    const draft: AccountDraft = { row, version: row.tip, account, group: undefined, size: sizeOf(account) };
    row.draft = draft;
    this.#drafts.set(account, draft);
    return draft;
  }
}
