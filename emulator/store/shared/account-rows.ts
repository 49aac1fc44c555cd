/** The accounts that this replica has in memory: what it knows of each, and private copies for those who enter one. */

import type { Account } from '../../domain/account.ts';
import { copyAccount } from './account-copy.ts';
import type { AccountVersion } from './account-versions.ts';

/** One account. A commit of another replica puts a new row in its place. */
export interface AccountRow {
  readonly name: string;
  /** The latest that is known to be committed. */
  kept: AccountVersion;
  /** The latest that this replica has, perhaps on its way: what the next decision is made on. */
  tip: AccountVersion;
  /** The same for all rows of the name that follow each other. */
  readonly lane: Lane;
}

/** Those who enter an account at the same time. */
interface Lane {
  /** How many are on their way in. */
  entering: number;
  /** Resolves when the one who entered last has decided. */
  turn: Promise<void> | undefined;
}

/** Which version of which row a copy was made from, or has become. */
export interface CopyBasis {
  readonly row: AccountRow;
  readonly version: AccountVersion;
}

const MOST_ROWS = 2000;

export class AccountRows {
  readonly #rows = new Map<string, AccountRow>();
  readonly #bases = new WeakMap<Account, CopyBasis>();

  get(name: string): AccountRow | undefined {
    return this.#rows.get(name);
  }

  /** Whether the row is still the one of its name. */
  isCurrent(row: AccountRow): boolean {
    return this.#rows.get(row.name) === row;
  }

  /** Puts a committed version in place of what is known of an account. */
  put(name: string, version: AccountVersion): AccountRow {
    const lane = this.#rows.get(name)?.lane ?? { entering: 0, turn: undefined };
    const row: AccountRow = { name, kept: version, tip: version, lane };
    this.#rows.delete(name);
    this.#rows.set(name, row);
    for (const [other, { tip, kept }] of this.#rows) {
      if (this.#rows.size <= MOST_ROWS) break;
      if (other !== name && tip === kept) this.#rows.delete(other);
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

  /**
   * A private copy of the latest version. Those who come at once get it one after the other, so that each decides on
   * what the one before has committed: otherwise all commits but one would conflict.
   */
  async copyOf(row: AccountRow): Promise<Account> {
    const { lane } = row;
    const { turn } = lane;
    if (turn !== undefined || lane.entering > 0) {
      const own = (turn ?? Promise.resolve()).then(letDecide);
      lane.turn = own;
      void own.then(() => (lane.turn === own ? (lane.turn = undefined) : undefined));
      if (turn !== undefined) await turn;
    }
    const account = copyAccount(row.tip.frozen);
    this.#bases.set(account, { row, version: row.tip });
    return account;
  }

  basisOf(account: Account): CopyBasis | undefined {
    return this.#bases.get(account);
  }

  /** The copy has become this version, and its holder goes on with it. */
  rebase(account: Account, basis: CopyBasis): void {
    this.#bases.set(account, basis);
  }
}

/** Between entering an account and its decision lie a few microtasks (`api/authenticate.ts`, `api/handler.ts`). */
async function letDecide(): Promise<void> {
  for (let step = 0; step < 8; step += 1) await Promise.resolve();
}
