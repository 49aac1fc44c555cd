/**
 * The records of a large account, written in parts under a key of their own: the commit that follows only gives it the
 * name of the account's. Others have their turn between two parts, and read nothing of it before that commit.
 */

import type { Account } from '../../domain/account.ts';
import { bodyRecords, noPlaces, type RecordPlaces } from '../account-records.ts';
import { inParts } from '../record-parts.ts';
import type { StoreConnection } from './connection.ts';
import { toCount } from './reply.ts';
import { stagedKey } from './store-keys.ts';

/** All but the head. */
export interface StagedRecords {
  readonly key: string;
  readonly places: RecordPlaces;
}

/** What no commit has taken by then, such as that of a replica that was killed, the store deletes. */
const KEPT_SECONDS = '60';

export class AccountStaging {
  readonly #connection: StoreConnection;
  /** After a conflict the same records are committed again. */
  readonly #staged = new WeakMap<Account, StagedRecords>();

  constructor(connection: StoreConnection) {
    this.#connection = connection;
  }

  /** Writes the records of an account, or finds them as they were written before; `id` is what no other account has. */
  async stage(account: Account, id: string): Promise<StagedRecords> {
    const known = this.#staged.get(account);
    if (known !== undefined && (await this.#keepLonger(known.key))) return known;
    const staged: StagedRecords = { key: stagedKey(account.name, id), places: noPlaces() };
    for (const part of inParts(bodyRecords(account, staged.places))) {
      const fields = part.flatMap(([key, text = '']) => [key, text]);
      const { key } = staged;
      await Promise.all([this.#connection.send(key, ['HSET', key, ...fields]), this.#keepLonger(key)]);
    }
    this.#staged.set(account, staged);
    return staged;
  }

  async #keepLonger(key: string): Promise<boolean> {
    return toCount(await this.#connection.send(key, ['EXPIRE', key, KEPT_SECONDS])) === 1;
  }
}
