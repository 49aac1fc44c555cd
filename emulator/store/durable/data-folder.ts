/** A data folder: opened, of the current format, with its records. */

import { damaged, DataFolderError, systemProblem } from './data-folder-error.ts';
import { ACCOUNTS, RowReader, type FolderAccount } from './account-rows.ts';
import { checkFolder, MIGRATIONS, writeFormat, type Migration } from './format.ts';
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

/** Opens a folder, makes it where there is none, and brings it to the current format. */
export async function openDataFolder(
  path: string,
  { isSynced, migrations = MIGRATIONS }: FolderOptions,
): Promise<DataFolder> {
  try {
    const format = await checkFolder(path, migrations.length + 1);
    const table = await openTable(path, { isSynced });
    await migrate({ table, path, format }, migrations).catch(async (cause: unknown) => {
      await table.close();
      throw cause;
    });
    return { path, table, close: () => table.close() };
  } catch (cause) {
    throw cause instanceof DataFolderError ? cause : (systemProblem(path, cause) ?? cause);
  }
}

interface OldFolder {
  readonly path: string;
  readonly table: RecordTable;
  readonly format: number;
}

async function migrate({ path, table, format }: OldFolder, migrations: readonly Migration[]): Promise<void> {
  for (let from = format; from <= migrations.length; from += 1) {
    await migrations[from - 1]?.(table);
    await writeFormat(path, from + 1);
  }
}

/** All accounts, or those under a prefix, and the prefixes of what is left of others. */
export async function readAccounts(
  { path, table }: DataFolder,
  prefix = ACCOUNTS,
): Promise<{ readonly rows: readonly FolderAccount[]; readonly orphans: readonly string[] }> {
  const rows: FolderAccount[] = [];
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
