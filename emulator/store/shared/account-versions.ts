/** Versions of one account as this replica knows them: the one that is committed, and those on their way. */

import type { CommitResult } from '../../domain/store.ts';
import type { Steps } from '../../domain/steps.ts';
import { AccountReader } from '../account-reader.ts';
import { applyRecords, type RecordChange } from '../account-records.ts';
import { copyAccount, copyPlaces, freezeAccount, takeAccount, type FrozenAccount } from './account-copy.ts';
import { toPairs, toText, type StreamItem } from './reply.ts';

/** An account as one commit left it. */
export interface AccountVersion {
  /** Its number, a dot, and what no other commit has: two replicas may commit the same number. */
  readonly id: string;
  /** Distinguishes the account from earlier ones of its name. */
  readonly life: string;
  readonly frozen: FrozenAccount;
  /** What comes of the commit; absent once it is kept. */
  outcome?: Promise<CommitResult> | undefined;
}

/** Which commit a version is. */
export function numberOf({ id }: Pick<AccountVersion, 'id'>): number {
  return Number.parseInt(id, 10);
}

/** Reads a version from all that the store has of an account; nothing where none is open. */
export function* readVersion(records: ReadonlyMap<string, string>): Steps<AccountVersion | undefined> {
  const reader = new AccountReader();
  for (const [key, text] of records) {
    // All others are the account's own.
    if (key !== 'v' && key !== 'life') reader.read(key, JSON.parse(text));
    yield;
  }
  const read = yield* reader.ending();
  const [id, life] = [records.get('v'), records.get('life')];
  if (id === undefined || life === undefined || read === undefined) return undefined;
  if (!/^\d+\./.test(id)) throw new TypeError(`${id} is no version`);
  return { id, life, frozen: takeAccount(read.account, read.places) };
}

/** The version to which changes of others lead from an earlier one; nothing where they do not reach from there. */
export function advanceVersion(
  from: AccountVersion,
  items: readonly StreamItem[],
  until: string,
): AccountVersion | undefined {
  const changes = items.map(readChange);
  let id = from.id;
  const account = copyAccount(from.frozen);
  const places = copyPlaces(from.frozen);
  let isReached = false;
  for (const change of changes) {
    if (change.from !== id) return undefined;
    applyRecords(account, places, change.records);
    id = change.id;
    isReached ||= id === until;
  }
  return isReached ? { id, life: from.life, frozen: freezeAccount(account, places) } : undefined;
}

/** What one commit has changed. */
export interface CommittedChange {
  readonly id: string;
  readonly from: string;
  readonly records: readonly RecordChange[];
}

/** Reads a change as the commit script wrote it. */
export function readChange({ fields }: StreamItem): CommittedChange {
  const [, id, , from, , deleted, ...rest] = fields.map((field) => toText(field) ?? '');
  const names = rest.slice(0, Number(deleted));
  const written = toPairs(rest.slice(Number(deleted)));
  return {
    id: id ?? '',
    from: from ?? '',
    records: [...names.map((name): RecordChange => [name, undefined]), ...written],
  };
}
