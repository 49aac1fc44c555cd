/** Reads the working folder of a case: the requested files, and any file that contains the key. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { FileDigest } from './case-record.ts';

/**
 * Returns the digest of a file; undefined if it does not exist. For a file longer than `longest` bytes, it hashes the
 * first `longest + 1` bytes. The file cannot be a clip of that length, and may be endless. An unreadable file has the
 * digest of zero bytes.
 */
export async function digestFile(path: string, longest: number): Promise<FileDigest | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(path, longest)) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch {
    bytes = 0;
  }
  return { sha256: hash.digest('hex'), bytes: Math.max(bytes, found.size) };
}

function chunksOf(path: string, end: number): AsyncIterable<Buffer> {
  return createReadStream(path, { end });
}

const MOST_FILES = 1000;
/** The largest searched file. A larger file is searched only up to this size. */
const MOST_BYTES = 1_048_576;

/** Returns the relative paths of the files in a folder that contain a secret. */
export async function filesWith(folder: string, secret: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile()).slice(0, MOST_FILES);
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  const holding = await Promise.all(paths.map((path) => holds(path, secret).catch(() => false)));
  return paths.filter((_, index) => holding[index]).map((path) => relative(folder, path));
}

async function holds(path: string, secret: string): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const chunk of chunksOf(path, MOST_BYTES)) {
    before = Buffer.concat([before.subarray(-secret.length), chunk]);
    if (before.includes(secret)) return true;
  }
  return false;
}

/** Removes a folder. Resolves to the error code if a part of it cannot be removed. */
export async function tryToRemove(folder: string): Promise<string | undefined> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return undefined;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  }
}
