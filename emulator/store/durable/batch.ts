/** A batch: the changes of several commits, which are written together. */

import { allRecords, recordChanges } from '../account-records.ts';
import { addNames, noNames, type ChangedNames } from '../changed-names.ts';
import { ACCOUNTS, countRecords, type FolderAccount } from './account-rows.ts';
import { HEAD_KEY } from '../read-records.ts';
import type { RecordValue } from './record-table.ts';

/** An account that is open. */
export interface Row extends FolderAccount {
  /** The batch that writes its newest changes. */
  batch?: Batch | undefined;
}

export interface Batch {
  /** The changed names of each account, or undefined to write all of it. */
  readonly changed: Map<Row, ChangedNames | undefined>;
  readonly removed: Set<Row>;
  /** Other records by key. */
  readonly values: Map<string, RecordValue>;
  /** Resolves when the batch is written or lost. */
  readonly ended: Promise<void>;
  readonly end: () => void;
}

export function newBatch(): Batch {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { changed: new Map(), removed: new Set(), values: new Map(), ended, end };
}

/** Adds changes of an account. */
export function addChange({ changed }: Batch, row: Row, changes: ChangedNames): void {
  const names = changed.get(row) ?? (changed.has(row) ? undefined : noNames());
  if (names !== undefined) addNames(names, changes);
  changed.set(row, names);
}

/** Adds the removal of an account. */
export function addRemoval({ changed, removed }: Batch, row: Row): void {
  changed.delete(row);
  removed.add(row);
}

/** Adds what a lost batch may have changed in the folder, so that the folder becomes like the memory again. */
export function addLost(batch: Batch, lost: Batch): void {
  for (const row of [...lost.changed.keys(), ...lost.removed]) {
    if (row.written === 0) addRemoval(batch, row);
    else addChange(batch, row, lost.changed.get(row) ?? noNames());
  }
  // Parts of an account that is not there yet are not wanted any more.
  for (const [key, value] of lost.values) if (!key.startsWith(ACCOUNTS)) batch.values.set(key, value);
}

/** The records of a batch. An account that was changed often is written once, in its present state. */
export function recordsOf({ changed, removed, values }: Batch): Map<string, RecordValue> {
  const records = new Map(values);
  for (const row of removed) records.set(row.prefix + HEAD_KEY, undefined);
  for (const [row, names] of changed) {
    const { account, places, prefix } = row;
    const changes = names === undefined ? allRecords(account, places) : recordChanges(account, places, names);
    for (const [key, text] of changes) records.set(prefix + key, text);
  }
  return records;
}

/** How many more records the folder has after a batch. */
export function growthBy({ changed, removed }: Batch): number {
  let growth = 0;
  for (const row of removed) growth -= row.written;
  for (const row of changed.keys()) growth += countRecords(row.account) - row.written;
  return growth;
}
