/** A data folder: opened, of the current format, with its records. */

import { DataFolderError, systemProblem } from './data-folder-error.ts';
import { ACCOUNTS, RowReader, type AccountRow } from './account-rows.ts';
import { claimFolder, damaged, MIGRATIONS, writeFormat, type Migration } from './format.ts';
import { openTable, type RecordTable, type TableOptions } from './record-table.ts';

export interface DataFolder {
  readonly path: string;
  readonly table: RecordTable;
  readonly close: () => Promise<void>;
}

export interface FolderOptions extends TableOptions {
  /** The steps to the current format. */
  readonly migrations?: readonly Migration[];
}

/** Texts that belong to no account are under it. */
export const TEXTS = 's/';

/** Opens a folder, makes it where there is none, and brings it to the current format. */
export async function openDataFolder(
  path: string,
  { isSynced, migrations = MIGRATIONS }: FolderOptions,
): Promise<DataFolder> {
  try {
    const current = migrations.length + 1;
    const format = await claimFolder(path, current);
    const table = await openTable(path, { isSynced });
    try {
      for (const [at, migrate] of migrations.entries()) {
        if (at + 1 < format) continue;
        await migrate(table);
        await writeFormat(path, at + 2);
      }
    } catch (cause) {
      await table.close();
      throw cause;
    }
    return { path, table, close: () => table.close() };
  } catch (cause) {
    throw cause instanceof DataFolderError ? cause : (systemProblem(path, cause) ?? cause);
  }
}

/** All accounts, or those under a prefix, and the prefixes of what is left of others. */
export async function readAccounts(
  { path, table }: DataFolder,
  prefix = ACCOUNTS,
): Promise<{ readonly rows: readonly AccountRow[]; readonly orphans: readonly string[] }> {
  const rows: AccountRow[] = [];
  const reader = new RowReader((row) => rows.push(row));
  try {
    await table.eachText(prefix, (key, text) => reader.read(key, text));
    reader.end();
  } catch (cause) {
    if (cause instanceof DataFolderError) throw cause;
    throw damaged(path, cause instanceof Error ? cause.message : String(cause), cause);
  }
  return { rows, orphans: reader.orphans };
}

/** The texts that belong to no account, by name. */
export async function readTexts({ table }: DataFolder): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  await table.eachText(TEXTS, (key, text) => texts.set(key.slice(TEXTS.length), text));
  return texts;
}
