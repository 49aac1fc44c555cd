/** An account from its records. */

import { accountOf, type Account } from '../domain/account.ts';
import { countSources } from '../domain/account-generations.ts';
import { bytesOfAccount } from '../domain/account-size.ts';
import { clearChanges } from '../domain/changes.ts';
import type { Steps } from '../domain/steps.ts';
import { atOnce } from '../../lib/slices.ts';
import type { RecordPlaces } from './account-records.ts';
import { byPlace, COUNT, nothingRead, readRecord } from './read-records.ts';

/** An account that was read from its records. */
export interface RecordedAccount {
  readonly account: Account;
  readonly places: RecordPlaces;
  /** What its open generations cost together. */
  readonly reserved: number;
}

/** Takes one record after the other, so that the texts of a large account need not be there at once. */
export class AccountReader {
  readonly #read = nothingRead();

  /** Takes the value that was parsed from the text of a record. */
  read(key: string, value: ReturnType<typeof JSON.parse>): void {
    readRecord(this.#read, key, value);
  }

  /** The account; nothing where there was no head. */
  end(): RecordedAccount | undefined {
    return atOnce(this.ending());
  }

  /** The same, in steps. */
  *ending(): Steps<RecordedAccount | undefined> {
    const { head: placed, rules, generations, idempotency, counts } = this.#read;
    if (placed === undefined) return undefined;
    const { next, ...head } = placed;
    const account = accountOf(head);
    const places: RecordPlaces = { next, byKey: new Map() };
    let reserved = 0;
    for (const { state, key, place, generation } of generations.sort(byPlace)) {
      account[state].set(generation.id, generation);
      countSources(account, generation);
      yield;
      if (state !== 'open') continue;
      reserved += generation.cost;
      places.byKey.set(key, place);
    }
    for (const { record } of idempotency.sort(byPlace)) account.idempotency.set(record.key, record);
    if (rules !== undefined) {
      counts.sort(byPlace);
      for (const { counted, place } of counts) places.byKey.set(COUNT + counted, place);
      account.faults = { rules, counts: new Map(counts.map(({ counted, count }) => [counted, count])) };
    }
    account.bytes = bytesOfAccount(account);
    clearChanges(account.changes);
    return { account, places, reserved };
  }
}
