/** Files by content hash within a bound of bytes. Processes may share the folder, and die at any time. */

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, mkdir, readdir, rename, rm, unlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface DiskCache {
  /** A file's bytes, marked as just used; undefined when it is not there. */
  read(name: string): Promise<Buffer | undefined>;
  /** Writes a file so that others see all of it or nothing. A full or read-only disk costs only the caching. */
  write(name: string, pieces: readonly Uint8Array[]): Promise<string | undefined>;
  remove(name: string): Promise<void>;
}

/** A draft older than this was left behind by a killed process. */
const DRAFT_LIFE_MILLISECONDS = 10 * 60_000;
/** Trimming below the bound, so that not every write has to trim again. */
const TRIM_TO = 0.9;

export function createDiskCache(folder: string, bound: number): DiskCache {
  let writtenSinceTrim = Number.POSITIVE_INFINITY; // the folder's size is unknown at first, so the first write trims
  const place = (name: string): string => join(folder, name.slice(0, 2), name);

  const trimWhenDue = async (bytes: number): Promise<void> => {
    writtenSinceTrim += bytes;
    if (writtenSinceTrim < bound * (1 - TRIM_TO)) return;
    writtenSinceTrim = 0;
    await trim(folder, bound);
  };

  return {
    async read(name) {
      const bytes = await readOwn(place(name), bound).catch(() => undefined);
      if (bytes !== undefined) await touch(place(name));
      return bytes;
    },
    async write(name, pieces) {
      if (pieces.reduce((sum, piece) => sum + piece.length, 0) > bound * TRIM_TO) return undefined;
      const draft = join(folder, 'drafts', randomUUID());
      const length = await writeWhole(draft, place(name), pieces).catch(() => undefined);
      if (length === undefined) {
        await rm(draft, { force: true }).catch(() => undefined);
        return undefined;
      }
      await trimWhenDue(length);
      return place(name);
    },
    remove: (name) => rm(place(name), { force: true }),
  };
}

/**
 * The folder may lie where others can write: only a regular file of our own user is read, no link is followed, and no
 * more is read than the bound allows. What is in it is checked by whoever asked for it.
 */
async function readOwn(path: string, bound: number): Promise<Buffer | undefined> {
  // Opening a FIFO would wait for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    const isOwn = process.getuid === undefined || found.uid === process.getuid();
    if (!found.isFile() || !isOwn || found.size > bound) return undefined;
    const bytes = Buffer.alloc(found.size);
    const { bytesRead } = await file.read(bytes, 0, found.size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function writeWhole(draft: string, place: string, pieces: readonly Uint8Array[]): Promise<number> {
  await mkdir(dirname(draft), { recursive: true });
  await mkdir(dirname(place), { recursive: true });
  const file = await open(draft, 'w');
  let length = 0;
  try {
    for (const piece of pieces) {
      await file.writeFile(piece);
      length += piece.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, place);
  return length;
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined); // another process may have trimmed it
}

/** Evicts the least recently used files until the folder is below its bound, and deletes stale drafts. */
async function trim(folder: string, bound: number): Promise<void> {
  const files = await list(folder);
  const now = Date.now();
  const stale = files.filter((file) => file.draft && now - file.usedAt > DRAFT_LIFE_MILLISECONDS);
  const parts = files.filter((file) => !file.draft).toSorted((a, b) => a.usedAt - b.usedAt);
  let total = parts.reduce((sum, { size }) => sum + size, 0);
  const goal = total > bound ? bound * TRIM_TO : bound;
  const dropped = parts.filter(({ size }) => {
    if (total <= goal) return false;
    total -= size;
    return true;
  });
  await Promise.all([...stale, ...dropped].map(({ path }) => unlink(path).catch(() => undefined)));
}

interface CachedFile {
  readonly path: string;
  readonly size: number;
  readonly usedAt: number;
  readonly draft: boolean;
}

async function list(folder: string): Promise<CachedFile[]> {
  const groups = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    groups.map(async (group) => {
      const names = await readdir(join(folder, group)).catch(() => []);
      return Promise.all(names.map((name) => describe(join(folder, group, name), group === 'drafts')));
    }),
  );
  return files.flat().filter((file) => file !== undefined);
}

async function describe(path: string, draft: boolean): Promise<CachedFile | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true ? { path, size: found.size, usedAt: found.mtimeMs, draft } : undefined;
}
