/** A size-limited folder of files named by hash. Several processes may share it, and may crash at any time. */

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../../lib/make-folder.ts';

export type DiskCache = ReturnType<typeof createDiskCache>;

/** A killed process leaves drafts. Older drafts than this are deleted. */
const DRAFT_LIFE_MILLISECONDS = 10 * 60_000;
/** The share of the bound that remains after a trim, so that not every write has to trim. */
const TRIM_TO = 0.9;

export function createDiskCache(folder: string, bound: number) {
  let writtenSinceTrim = Number.POSITIVE_INFINITY; // the first write trims, because the folder's size is unknown
  const place = (name: string): string => join(folder, name.slice(0, 2), name);

  return {
    /** Reads a file and updates its time of use. Returns undefined if the file does not exist. */
    read: (name: string): Promise<Buffer | undefined> => readOwn(place(name), bound).catch(() => undefined),
    /** Writes a file atomically and returns its path. Returns undefined if the disk is full or read-only. */
    write: async (name: string, pieces: readonly Uint8Array[]): Promise<string | undefined> => {
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      if (length > bound * TRIM_TO) return undefined;
      const draft = join(folder, 'drafts', randomUUID());
      try {
        if (!(await ownFolders(folder, dirname(draft), dirname(place(name))))) return undefined;
        await writeWhole(draft, place(name), pieces);
      } catch {
        await rm(draft, { force: true }).catch(() => undefined);
        return undefined;
      }
      writtenSinceTrim += length;
      if (writtenSinceTrim >= bound * (1 - TRIM_TO)) {
        writtenSinceTrim = 0;
        await trim(folder, bound);
      }
      return place(name);
    },
    remove: (name: string): Promise<void> => rm(place(name), { force: true }),
  };
}

/**
 * Reads a regular file of the current user, up to the bound. It follows no links, because other users may be able to
 * write to the folder. The caller checks the content.
 */
async function readOwn(path: string, bound: number): Promise<Buffer | undefined> {
  // Without O_NONBLOCK, opening a FIFO would wait for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await file.stat();
    if (!found.isFile() || !isOwn(found) || found.size > bound) return undefined;
    const bytes = Buffer.alloc(found.size);
    const { bytesRead } = await file.read(bytes, 0, found.size, 0);
    // The name may belong to another file by now, and the disk may be read-only.
    const now = new Date();
    await file.utimes(now, now).catch(() => undefined);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Creates folders. Returns false if one of them is a link or belongs to another user. */
async function ownFolders(...paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    makeFolder(path, 0o700);
    const found = await lstat(path);
    if (!found.isDirectory() || !isOwn(found)) return false;
    if (hasOwners && (found.mode & OTHERS_WRITE) !== 0) await chmod(path, found.mode & PERMISSIONS & ~OTHERS_WRITE);
  }
  return true;
}

const hasOwners = process.getuid !== undefined;
const OTHERS_WRITE = 0o002;
const PERMISSIONS = 0o7777;

function isOwn({ uid }: { readonly uid: number }): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

async function writeWhole(draft: string, place: string, pieces: readonly Uint8Array[]): Promise<void> {
  const file = await open(draft, 'w');
  try {
    for (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, place);
}

/** Deletes stale drafts. If the folder exceeds its bound, deletes the least recently used files. */
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

/** Lists regular files of the current user. Links are not followed, because their targets may belong to other users. */
async function list(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files = entries.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile() !== true || !isOwn(found)) return [];
    return [{ path, size: found.size, usedAt: found.mtimeMs, draft: basename(parentPath) === 'drafts' }];
  });
  return (await Promise.all(files)).flat();
}
