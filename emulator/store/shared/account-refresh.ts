/** Brings what this replica knows of an account up to what the store has. */

import { readChanges, readWhole } from './account-commands.ts';
import type { AccountRow, AccountRows } from './account-rows.ts';
import { advanceVersion, readVersion } from './account-versions.ts';
import type { StoreConnection } from './connection.ts';
import { namingDamage } from './damaged-account.ts';
import type { StreamItem } from './reply.ts';

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

  constructor(parts: AccountRefreshParts) {
    this.#parts = parts;
  }

  /**
   * The row of an account as the store has it now; nothing where no account is open. Those who ask in one turn ask
   * once: nothing is sent before the last of them has asked.
   */
  rowOf(name: string): Promise<AccountRow | undefined> {
    const asked = this.#refreshing.get(name);
    if (asked !== undefined) return asked;
    const refreshing = Promise.resolve().then(() => {
      this.#refreshing.delete(name);
      return namingDamage(name, () => this.#refreshNow(name));
    });
    this.#refreshing.set(name, refreshing);
    return refreshing;
  }

  async #refreshNow(name: string): Promise<AccountRow | undefined> {
    const { connection, rows } = this.#parts;
    const known = rows.get(name);
    if (known === undefined) return this.#load(name);
    const { version, items } = await readChanges(connection, name, known.tip);
    return this.#follow(name, version, items) ?? this.#load(name);
  }

  /** What is known, brought up to a version by the changes of others; nothing where it has to be loaded. */
  #follow(name: string, version: string | undefined, items: readonly StreamItem[]): AccountRow | undefined {
    const { rows } = this.#parts;
    const row = rows.get(name);
    if (row === undefined || version === undefined) return undefined;
    // The reply to a commit of this replica may be handled after this one.
    if (row.kept.id === version || row.tip.id === version) return row;
    const next = advanceVersion(row.kept, items, version);
    return next && rows.put(name, next);
  }

  async #load(name: string): Promise<AccountRow | undefined> {
    const { connection, rows, onRemoved } = this.#parts;
    const loaded = readVersion(await readWhole(connection, name));
    const row = rows.get(name);
    if (loaded === undefined) {
      rows.delete(name);
      if (row !== undefined) onRemoved(name);
      return undefined;
    }
    if (row?.kept.id === loaded.id || row?.tip.id === loaded.id) return row;
    if (row !== undefined && row.kept.life !== loaded.life) onRemoved(name);
    return rows.put(name, loaded);
  }
}
