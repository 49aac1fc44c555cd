/** Records on the disk, texts and bytes by key: an embedded LevelDB (decision 0014), with a checksum for each text. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ClassicLevel } from 'classic-level';
import { damaged, DataFolderError, hasCode, systemProblem } from './data-folder-error.ts';

/** Nothing deletes the record. */
export type RecordValue = string | Uint8Array | undefined;

export interface RecordTable {
  /** Reads the texts whose keys begin so, in the order of their keys. */
  eachText(prefix: string, visit: (key: string, text: string) => void): Promise<void>;
  /** The same for bytes. */
  eachBytes(prefix: string, visit: (key: string, bytes: Uint8Array) => void): Promise<void>;
  /** Writes as one unit. */
  write(records: ReadonlyMap<string, RecordValue>): Promise<void>;
  /** Deletes all whose keys begin so. */
  clear(prefix: string): Promise<void>;
  /** After a write that failed: what follows in the same file could not be read again. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export interface TableOptions {
  /** Whether a write waits for the disk; otherwise for the operating system. */
  readonly isSynced: boolean;
}

const PID_FILE = 'pid';
const AT_ONCE = 1000;
/** Behind each key that begins with a prefix. */
const END = '\u{10FFFF}';

/** Opens the table of a folder; a DataFolderError says what keeps it from being opened. */
export async function openTable(path: string, { isSynced }: TableOptions): Promise<RecordTable> {
  const Level = await loadEngine();
  const folder = join(path, 'records');
  const level = new Level<string, string>(folder, {
    // Where there were records, a missing index is damage, and a new one would hide them for ever.
    createIfMissing: !(await hasRecords(folder)),
    writeBufferSize: WRITE_BUFFER,
  });
  await open(level, path);
  await writeFile(join(path, PID_FILE), `${process.pid}\n`);
  const readable = <Answer>(reading: Promise<Answer>): Promise<Answer> =>
    reading.catch((cause: unknown) => Promise.reject(explained(path, cause)));
  return {
    eachText: (prefix, visit) =>
      readable(each<string>(level.iterator(range(prefix)), (key, text) => visit(key, checked(path, { key, text })))),
    eachBytes: (prefix, visit) =>
      readable(each<Uint8Array>(level.iterator({ ...range(prefix), valueEncoding: 'view' }), visit)),
    write: (records) => writeAll(level, records, isSynced),
    clear: (prefix) => level.clear(range(prefix)),
    reopen: async () => {
      await level.close();
      await open(level, path);
    },
    close: () => level.close(),
  };
}

/** Twice LevelDB's own: fewer and larger files while creates pour in. */
const WRITE_BUFFER = 8 * 2 ** 20;

/** The engine; a DataFolderError says how to get it where it is not installed. */
export async function loadEngine(): Promise<typeof ClassicLevel> {
  try {
    return (await import('classic-level')).ClassicLevel;
  } catch (cause) {
    const message =
      'needs the package classic-level, which is not installed or has no build for this machine: run npm install classic-level, or leave the setting out.';
    throw new DataFolderError(message, { cause });
  }
}

async function open(level: ClassicLevel, path: string): Promise<void> {
  try {
    await level.open();
  } catch (cause) {
    throw hasCode(cause, ['LEVEL_LOCKED']) ? await inUse(path, cause) : explained(path, cause);
  }
}

/** What a reader of the sentence can do; an error of which we know nothing stays as it is. */
function explained(path: string, cause: unknown): unknown {
  if (cause instanceof DataFolderError) return cause;
  const problem = systemProblem(path, cause);
  if (problem !== undefined) return problem;
  const isCorrupt = hasCode(cause, ['LEVEL_CORRUPTION']) || isAbout(cause, /corrupt|does not exist|CURRENT/i);
  return isCorrupt ? damaged(path, 'its records cannot be read', cause) : cause;
}

function isAbout(cause: unknown, text: RegExp): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) if (text.test(error.message)) return true;
  return false;
}

async function inUse(path: string, cause: unknown): Promise<DataFolderError> {
  const pid = (await readFile(join(path, PID_FILE), 'utf8').catch(() => '')).trim();
  const who = pid === '' ? 'another process' : pid === String(process.pid) ? 'this process' : `process ${pid}`;
  return new DataFolderError(`${path} is in use by ${who}. Stop that process, or choose another folder.`, { cause });
}

interface Entries<Value> {
  nextv(size: number): Promise<[string, Value][]>;
  close(): Promise<void>;
}

async function each<Value>(entries: Entries<Value>, visit: (key: string, value: Value) => void): Promise<void> {
  try {
    for (let some = await entries.nextv(AT_ONCE); some.length > 0; some = await entries.nextv(AT_ONCE)) {
      for (const [key, value] of some) visit(key, value);
    }
  } finally {
    await entries.close();
  }
}

async function writeAll(level: ClassicLevel, records: ReadonlyMap<string, RecordValue>, sync: boolean): Promise<void> {
  const batch = level.batch();
  for (const [key, value] of records) {
    if (value === undefined) batch.del(key);
    else if (typeof value === 'string') batch.put(key, checksum(value) + value);
    else batch.put<string, Uint8Array>(key, value, { valueEncoding: 'view' });
  }
  await batch.write({ sync });
}

const CHECKSUM_LENGTH = 8;

/** LevelDB verifies its own checksums where it compacts, and not where it reads. */
function checksum(text: string): string {
  return crc32(text).toString(16).padStart(CHECKSUM_LENGTH, '0');
}

function checked(path: string, { key, text }: { readonly key: string; readonly text: string }): string {
  const value = text.slice(CHECKSUM_LENGTH);
  if (text.slice(0, CHECKSUM_LENGTH) !== checksum(value))
    throw damaged(path, `its record ${key} is not what was written`);
  return value;
}

function range(prefix: string): { readonly gte: string; readonly lt: string } {
  return { gte: prefix, lt: prefix + END };
}

async function hasRecords(folder: string): Promise<boolean> {
  const files = await readdir(folder).catch(() => []);
  return files.some((file) => file.endsWith('.ldb') || file.endsWith('.log'));
}
