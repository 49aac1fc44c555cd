/** Opens a data folder. LevelDB rewrites even a damaged folder when it opens it. Therefore a copy is checked first. */

import { constants } from 'node:fs';
import { access, copyFile, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../../lib/make-folder.ts';
import { checked, hasMembers } from '../account-reader.ts';
import { readAccounts, type Row } from './account-rows.ts';
import { damaged, DataFolderError, hasCode, systemProblem } from './data-folder-error.ts';
import { hasData, missingWrites, PID, readNewest, RECORDS, writeMarker, writeNewest } from './format.ts';
import { loadEngine, openTable, type RecordTable, type RecordValue } from './record-table.ts';

/** The key of a record in each write: the number of the write, and the number of accounts and other values. */
const STATE = 'n';
/** The key prefix of texts that belong to no account. */
const TEXTS = 's/';
/** The key prefix of the journal. */
const JOURNAL = 'j/';

interface FolderContent {
  /** The accounts, until the store moves them to its own table. */
  readonly accounts: Row[];
  /** The prefixes of accounts whose removal or write was interrupted. */
  readonly orphans: readonly string[];
  /** The values that belong to no account: texts, and the keys of the journal, whose entries are read later. */
  readonly values: Map<string, string>;
  /** The number of the newest write. */
  readonly write: number;
}

export interface DataFolder {
  readonly path: string;
  readonly table: RecordTable;
  readonly content: FolderContent;
  /** Writes all records or none, and counts the write. `count` is the number of accounts and other values after it. */
  write(records: Map<string, RecordValue>, count: number): Promise<void>;
  close(): Promise<void>;
}

/** The folders that this process uses. */
const inUse = new Set<string>();

/** Opens a folder, or creates it. Throws a DataFolderError if it cannot be opened. */
export async function openDataFolder(given: string, { isSynced }: { readonly isSynced: boolean }): Promise<DataFolder> {
  const path = resolve(given);
  await loadEngine();
  try {
    makeFolder(path);
    const real = await realpath(path);
    if (inUse.has(real)) throw isInUse(path, 'this process');
    inUse.add(real);
    return await openOnce(path, isSynced, () => inUse.delete(real));
  } catch (cause) {
    if (cause instanceof DataFolderError) throw cause;
    if (!hasCode(cause, 'LEVEL_LOCKED')) throw systemProblem(path, cause) ?? cause;
    const pid = (await readFile(join(path, PID), 'utf8').catch(() => '')).trim();
    throw isInUse(path, pid === '' ? 'another process' : `process ${pid}`, cause);
  }
}

async function openOnce(path: string, isSynced: boolean, release: () => void): Promise<DataFolder> {
  try {
    const content = (await hasData(path)) ? await readContent(path) : undefined;
    if (content === undefined) await writeMarker(path);
    const table = await openTable(join(path, RECORDS), isSynced, content?.write !== 0);
    await writeFile(join(path, PID), `${process.pid}\n`);
    const empty: FolderContent = { accounts: [], orphans: [], values: new Map(), write: 0 };
    return toFolder({ path, table, content: content ?? empty }, release);
  } catch (cause) {
    release();
    throw cause;
  }
}

function isInUse(path: string, user: string, cause?: unknown): DataFolderError {
  return new DataFolderError(`${path} is in use by ${user}. End that process, or choose another folder.`, { cause });
}

/** Describes a usable folder, without changing it. Throws a DataFolderError if the folder cannot be used. */
export async function describeDataFolder(given: string): Promise<string> {
  const path = resolve(given);
  await loadEngine();
  try {
    if (!(await hasData(path))) return `${path} will be created or used at the first start`;
    await access(path, constants.W_OK);
    return `${path} has data and can be written`;
  } catch (cause) {
    throw systemProblem(path, cause) ?? cause;
  }
}

/** Reads a folder from a copy. Throws if content is missing or differs from what was written. */
async function readContent(path: string): Promise<FolderContent> {
  const newest = await readNewest(path);
  const copy = await mkdtemp(join(tmpdir(), 'standin-data-')).catch((cause: unknown) => {
    throw new DataFolderError(`${path} cannot be checked, because ${tmpdir()} is not writable. Set TMPDIR.`, {
      cause,
    });
  });
  try {
    const isNew = !(await copyRecords(join(path, RECORDS), copy));
    const table = await openTable(copy, false, isNew);
    try {
      // LevelDB drops damaged records of its log, and only its info log reports this.
      const infoLog = await readFile(join(copy, 'LOG'), 'utf8');
      if (/dropping \d+ bytes/.test(infoLog)) throw new Error('its log cannot be read');
      const content = await readAll(table);
      if (content.write < newest) throw missingWrites(path, newest - content.write);
      return content;
    } finally {
      await table.close();
    }
  } catch (cause) {
    if (hasCode(cause, 'LEVEL_LOCKED')) throw cause;
    if (cause instanceof DataFolderError) throw cause;
    // Errors of LevelDB have a code, but their messages name neither the file nor the reason.
    const isOwn = cause instanceof Error && !('code' in cause);
    throw systemProblem(path, cause) ?? damaged(path, isOwn ? cause.message : 'its records cannot be read', cause);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Copies the files that LevelDB writes to, and links the others. Reports whether there are records. */
async function copyRecords(from: string, to: string): Promise<boolean> {
  const names = await readdir(from).catch(() => []);
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)];
    // The copy links to the folder's lock, so two processes cannot open the folder at the same time.
    if (name === 'LOCK' || name.endsWith('.ldb')) await symlink(source, target).catch(() => copyFile(source, target));
    else if (!name.startsWith('LOG')) await copyFile(source, target);
  }
  return names.some((name) => name.endsWith('.ldb') || name.endsWith('.log'));
}

async function readAll(table: RecordTable): Promise<FolderContent> {
  const { rows: accounts, orphans } = await readAccounts(table);
  const values = new Map<string, string>();
  await table.each(TEXTS, (key, text) => values.set(key, text.toString()));
  await table.each(JOURNAL, (key) => values.set(key, ''));
  let state = { write: 0, records: 0 };
  await table.each(STATE, (key, text) => (state = checked(key, JSON.parse(text.toString()), isState)));
  const found = accounts.length + values.size;
  if (found !== state.records) throw new Error(`it has ${found} records instead of ${state.records}`);
  return { accounts, orphans, values, write: state.write };
}

function isState(value: unknown): value is { write: number; records: number } {
  return hasMembers(value, ['write', 'records']);
}

/** The delay before the number of the newest write is written to its own file. */
const NEWEST_MS = 1000;

function toFolder({ path, table, content }: Omit<DataFolder, 'write' | 'close'>, release: () => void): DataFolder {
  let number = content.write;
  let timer: NodeJS.Timeout | undefined;
  const keepNewest = async (): Promise<void> => {
    timer = undefined;
    // If this fails, the next start may not notice that the newest writes are missing.
    await writeNewest(path, number).catch(() => undefined);
  };
  return {
    path,
    table,
    content,
    write: async (records, count) => {
      records.set(STATE, JSON.stringify({ write: number + 1, records: count }));
      await table.write(records);
      number += 1;
      timer ??= wait(() => void keepNewest(), NEWEST_MS).unref();
    },
    close: async () => {
      clearTimeout(timer);
      if (number > 0) await keepNewest();
      await table.close();
      release();
    },
  };
}

/** Captured when the module is loaded, because a test may replace timers later. */
const wait = setTimeout;
