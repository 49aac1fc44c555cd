/** What one group of commits writes as a unit. */

import { addNames, noNames, type ChangedNames } from '../changed-names.ts';
import { headKey, recordsToWrite, type FolderAccount } from './account-rows.ts';
import type { RecordValue } from './record-table.ts';

export interface GroupContent {
  /** Nothing is named where the whole account is written. */
  readonly changed: Map<FolderAccount, ChangedNames | undefined>;
  readonly removed: Set<FolderAccount>;
  /** Of no account. */
  readonly values: Map<string, RecordValue>;
}

/** Nothing is written yet. */
export function emptyContent(): GroupContent {
  return { changed: new Map(), removed: new Set(), values: new Map() };
}

/** Adds what a commit changed in an account. */
export function addChange({ changed }: GroupContent, row: FolderAccount, changes: ChangedNames): void {
  const names = changed.get(row) ?? (changed.has(row) ? undefined : noNames());
  if (names !== undefined) addNames(names, changes);
  changed.set(row, names);
}

/** Adds that an account is gone. */
export function addRemoval({ changed, removed }: GroupContent, row: FolderAccount): void {
  changed.delete(row);
  removed.add(row);
}

/** All records of the group: an account that commits have changed often is written once, as it is by now. */
export function recordsOf({ changed, removed, values }: GroupContent): ReadonlyMap<string, RecordValue> {
  const records = new Map(values);
  for (const row of removed) records.set(headKey(row), undefined);
  for (const [row, names] of changed) {
    for (const [key, text] of recordsToWrite(row, names)) records.set(row.prefix + key, text);
  }
  return records;
}

/** The names of all accounts that the groups are about. */
export function accountNames(contents: readonly GroupContent[]): string[] {
  return contents.flatMap(({ changed, removed }) => [...changed.keys(), ...removed].map(({ account }) => account.name));
}
