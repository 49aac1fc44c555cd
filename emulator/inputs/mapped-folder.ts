/** Serves the files of a local folder under a URL prefix. Files outside the folder cannot be read. */

import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { toFileError } from '../../lib/named-file.ts';
import { createLru } from '../../lib/lru.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { missing, type FoundFile, type NotFound } from './media-file.ts';

const DIGESTS_KEPT = 4096;
const digests = createLru<string>(DIGESTS_KEPT);
const digesting = createSingleFlight<string>();

export interface FolderMapping {
  readonly prefix: string;
  readonly folder: string;
}

/** Thrown for an invalid prefix or folder. The message says how to correct it. */
export class MappingError extends Error {
  override readonly name = 'MappingError';
}

/**
 * Maps a folder. Throws a MappingError if the prefix is not a plain https URL or the folder does not exist.
 *
 * @example mapFolder({ prefix: 'https://cdn.example.com/assets/', folder: './assets' })
 */
export function mapFolder({ prefix, folder }: FolderMapping) {
  const root = toPrefix(prefix);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new MappingError(
      `folder ${JSON.stringify(folder)} for ${prefix} is not a folder; create it or correct its path`,
    );
  }
  const path = root.pathname.endsWith('/') ? root.pathname : `${root.pathname}/`;
  return {
    covers: (url: URL): boolean => url.origin === root.origin && url.pathname.startsWith(path),
    serve: (url: URL): Promise<FoundFile | NotFound> => serveFile(folder, url.pathname.slice(path.length)),
    /** Longer prefixes are tried first. */
    rank: path.length,
  };
}

function toPrefix(prefix: string): URL {
  const url = URL.canParse(prefix) ? new URL(prefix) : undefined;
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '' || url.username !== '') {
    const example = 'https://cdn.example.com/assets/';
    throw new MappingError(`prefix ${JSON.stringify(prefix)} must be an https URL without query, such as ${example}`);
  }
  return url;
}

async function serveFile(folder: string, path: string): Promise<FoundFile | NotFound> {
  const names = toNames(path);
  if (names === undefined) return missing('does not exist: its path must consist of plain file names');
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...names));
    // A symbolic link may lead out of the folder.
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) return missing('lies outside the mapped folder');
    return await describe(file);
  } catch (error) {
    return missing(`could not be read from the mapped folder: ${toFileError(error).message}`);
  }
}

/** Returns the file names of a URL path, or undefined if one of them is not a plain name after decoding. */
function toNames(path: string): readonly string[] | undefined {
  try {
    const names = path.split('/').map((part) => decodeURIComponent(part));
    return names.every((name) => name !== '' && !/^\.{1,2}$|[/\\\0:]/.test(name)) ? names : undefined;
  } catch {
    return undefined;
  }
}

async function describe(path: string): Promise<FoundFile | NotFound> {
  const facts = await stat(path);
  if (!facts.isFile()) return missing('is not a regular file in the mapped folder');
  const { size, mtimeMs, ino } = facts;
  const stamp = `${path}:${mtimeMs}:${size}:${ino}`;
  const read = (from: number, length: number): Promise<Uint8Array> => readPart(path, from, length);
  return { ok: true, file: { size, stamp, read, digest: () => digestOnce(path, stamp) } };
}

async function readPart(path: string, from: number, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function digestOnce(path: string, stamp: string): Promise<string> {
  const known = digests.get(stamp) ?? (await digesting.join(stamp, () => digest(path)));
  digests.set(stamp, known);
  return known;
}

/** Hashes a file in chunks, so that a large file does not block the event loop. */
async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
