/** What lies in the working folder of a case: the files that were asked for, and any that holds the key. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FileDigest } from './case-evidence.ts';

/**
 * The digest of a file; nothing where there is none. Of a file that is longer than `longest` bytes, the digest is that of
 * its first `longest + 1` bytes: it cannot be a clip of that length, and may be without an end. A file that cannot be
 * read has the digest of no bytes.
 */
export async function digestFile(path: string, longest: number): Promise<FileDigest | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { end: longest })) {
      if (!(chunk instanceof Uint8Array)) continue;
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch {
    bytes = 0;
  }
  return { sha256: hash.digest('hex'), bytes: Math.max(bytes, found.size) };
}

const MOST_FILES = 1000;
/** A key is in the head of a file, or in a small one. */
const MOST_BYTES = 1_048_576;

/** Files of a folder that hold a secret, by their paths in it. */
export async function filesWith(folder: string, secret: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile()).slice(0, MOST_FILES);
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  const holding = await Promise.all(
    paths.map(async (path) => ((await holds(path, secret).catch(() => false)) ? path : undefined)),
  );
  return holding.flatMap((path) => (path === undefined ? [] : [relative(folder, path)]));
}

async function holds(path: string, secret: string): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { end: MOST_BYTES })) {
    if (!(chunk instanceof Uint8Array)) continue;
    before = Buffer.concat([before.subarray(-secret.length), chunk]);
    if (before.includes(secret)) return true;
  }
  return false;
}

/** Removes a folder; if a part of it cannot be removed, the result is the code of the error. */
export async function tryToRemove(folder: string): Promise<string | undefined> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return undefined;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  }
}
