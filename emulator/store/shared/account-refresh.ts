/** Brings what this replica knows of an account up to what the store has. */

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { readChanges } from './account-commands.ts';
import { loadAccount } from './account-loading.ts';
import type { AccountRow, AccountRows } from './account-rows.ts';
import { advanceVersion } from './account-versions.ts';
import type { StoreConnection } from './connection.ts';
import { namingDamage } from './damaged-account.ts';

export interface AccountRefreshParts {
  readonly connection: StoreConnection;
  readonly rows: AccountRows;
  /** Hears that an account that was known is not open any more, or another one of its name is. */
  readonly onRemoved: (name: string) => void;
}

export class AccountRefresh {
  readonly #parts: AccountRefreshParts;
  /** Accounts that are asked for in this turn. */
  readonly #refreshing = new Map<string, Promise<AccountRow | undefined>>();
  readonly #loading = new Map<string, Promise<AccountRow | undefined>>();

  constructor(parts: AccountRefreshParts) {
    this.#parts = parts;
  }

  /**
   * The row of an account as the store has it now; nothing where no account is open. Those who ask in one turn of the
   * event loop ask once, and so their commits go together, too: nothing is sent before the last of them has asked.
   */
  rowOf(name: string): Promise<AccountRow | undefined> {
    const asked = this.#refreshing.get(name);
    if (asked !== undefined) return asked;
    const refreshing = endOfTurn().then(() => {
      this.#refreshing.delete(name);
      return namingDamage(name, () => this.#refreshNow(name));
    });
    this.#refreshing.set(name, refreshing);
    return refreshing;
  }

  async #refreshNow(name: string): Promise<AccountRow | undefined> {
    const { rows } = this.#parts;
    const loading = this.#loading.get(name);
    // It began before this question, so what it reads may be older.
    if (loading !== undefined) await loading;
    let row = rows.get(name);
    for (const from of ['tip', 'kept'] as const) {
      if (row === undefined) break;
      const followed = await this.#follow(row, from);
      if (followed !== undefined) return followed;
      const before: AccountRow = row;
      row = rows.get(name);
      // Changes since a commit that was not kept, or since a row that is void by now, lead nowhere.
      if (row === before && row.kept === row.tip) break;
    }
    return this.#load(name);
  }

  /** What is known, brought up to now by the changes of others; nothing where they do not reach from there. */
  async #follow(row: AccountRow, from: 'tip' | 'kept'): Promise<AccountRow | undefined> {
    const { connection, rows } = this.#parts;
    const { name } = row;
    // One of these is in the store, unless others have changed the account: what was sent before was kept or not.
    const own = [row.kept.id, row.tip.id];
    const { version, items } = await readChanges(connection, name, row[from]);
    const now = rows.get(name);
    if (now === undefined || version === undefined) return undefined;
    // It may have gone on meanwhile, by its own commits, from what was read.
    if (now === row && own.includes(version)) return row;
    if (now.kept.id === version || now.tip.id === version) return now;
    const next = advanceVersion(now.kept, items, version);
    return next && rows.put(name, next);
  }

  /** Loads an account once for all who ask while it is loaded. */
  #load(name: string): Promise<AccountRow | undefined> {
    const begun = this.#loading.get(name);
    if (begun !== undefined) return begun;
    const loading = this.#loadNow(name).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  async #loadNow(name: string): Promise<AccountRow | undefined> {
    const { connection, rows, onRemoved } = this.#parts;
    for (;;) {
      const before = rows.get(name);
      const loaded = await loadAccount(connection, name);
      const row = rows.get(name);
      if (row !== undefined && (row.kept.id === loaded?.id || row.tip.id === loaded?.id)) return row;
      // Loading takes a while; what was put there or deleted meanwhile may be newer.
      if (row !== before) continue;
      if (row !== undefined && row.kept.life !== loaded?.life) onRemoved(name);
      if (loaded !== undefined) return rows.put(name, loaded);
      rows.delete(name);
      return undefined;
    }
  }
}
