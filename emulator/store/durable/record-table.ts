/** Stores records in LevelDB (decision 0014): texts and bytes by key, each with a checksum. */

import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ClassicLevel } from 'classic-level';
import { DataFolderError } from './data-folder-error.ts';

/** A value to write. Undefined deletes the record. */
export type RecordValue = string | Uint8Array | undefined;

/** A text that sorts after every key with the same prefix. */
const END = '\u{10FFFF}';
/** The size of a file of new writes. Twice LevelDB's default means fewer files (`bench:stores`). */
const WRITE_BUFFER = 8 * 2 ** 20;
const CHECKSUM_LENGTH = 8;
/** The space for the first writes after a reopening. */
const SPARE_BYTES = 65_536;

export type RecordTable = Awaited<ReturnType<typeof openTable>>;

/** Opens the table in a folder. If it is synced, a write waits for the disk, and not only for the operating system. */
export async function openTable(folder: string, isSynced: boolean, createIfMissing: boolean) {
  const Level = await loadEngine();
  const level = new Level(folder, { createIfMissing, writeBufferSize: WRITE_BUFFER });
  await level.open();
  return {
    /** Calls a function for each value whose key begins with a prefix, in the order of the keys. */
    each: async (prefix: string, visit: (key: string, value: Buffer) => void): Promise<void> => {
      const records = level.iterator<string, Buffer>({ ...range(prefix), valueEncoding: 'buffer' });
      for await (const [key, record] of records) visit(key, checkedValue(key, record));
    },
    /** Writes all records or none. */
    write: async (records: ReadonlyMap<string, RecordValue>): Promise<void> => {
      const batch = level.batch();
      for (const [key, value] of records) {
        if (value === undefined) batch.del(key);
        else if (typeof value === 'string') batch.put(key, checksum(key, value) + value);
        else {
          const bytes = Buffer.concat([Buffer.from(checksum(key, value)), value]);
          batch.put<string, Uint8Array>(key, bytes, { valueEncoding: 'view' });
        }
      }
      await batch.write({ sync: isSynced });
    },
    /** Deletes the records whose keys begin with a prefix. */
    clear: (prefix: string) => level.clear(range(prefix)),
    /** Closes and reopens the table after a failed write, if the disk has enough space. */
    reopen: async (): Promise<void> => {
      // After a failed reopening, nothing can be read. Therefore the space is checked while the table is open.
      await expectSpace(folder);
      await level.close();
      await level.open();
    },
    close: () => level.close(),
  };
}

/** Throws if the disk has no space for a reopening, which rewrites the log as a table. */
async function expectSpace(folder: string): Promise<void> {
  const logs = (await readdir(folder)).filter((name) => name.endsWith('.log'));
  const sizes = await Promise.all(logs.map(async (name) => (await stat(join(folder, name))).size));
  const probe = join(folder, 'space.tmp');
  try {
    await writeFile(probe, Buffer.alloc(sizes.reduce((sum, size) => sum + size, SPARE_BYTES)));
  } finally {
    await rm(probe, { force: true });
  }
}

/** Loads LevelDB. Throws a DataFolderError with the install command if it is missing. */
export async function loadEngine(): Promise<typeof ClassicLevel> {
  try {
    return (await import('classic-level')).ClassicLevel;
  } catch (cause) {
    const message =
      'needs the package classic-level, which is not installed or has no build for this machine: run npm install classic-level, or leave the setting out.';
    throw new DataFolderError(message, { cause });
  }
}

/** Returns the checksum of a record with its key. LevelDB verifies its own checksums only during compaction. */
export function checksum(key: string, value: string | Uint8Array): string {
  return crc32(value, crc32(key)).toString(16).padStart(CHECKSUM_LENGTH, '0');
}

function checkedValue(key: string, record: Buffer): Buffer {
  const value = record.subarray(CHECKSUM_LENGTH);
  if (checksum(key, value) === record.toString('latin1', 0, CHECKSUM_LENGTH)) return value;
  throw new Error(`its record ${key} differs from what was written`);
}

function range(prefix: string): { readonly gte: string; readonly lt: string } {
  return { gte: prefix, lt: prefix + END };
}
