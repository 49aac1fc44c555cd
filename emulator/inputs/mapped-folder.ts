/** Files of a folder on this machine, served under a URL prefix. Nothing outside the folder can be reached. */

import { statSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { missing, type Found, type MediaSource } from './media-file.ts';

/** A URL prefix and the folder that it stands for. */
export interface FolderMapping {
  readonly prefix: string;
  readonly folder: string;
}

export interface MappedFolder {
  /** True for the URLs below the prefix. */
  readonly covers: (url: URL) => boolean;
  readonly serve: MediaSource;
  /** Longer prefixes go before shorter ones. */
  readonly rank: number;
}

/** A folder and a prefix that cannot be mapped; the message says which of them is wrong, and what would be right. */
export class MappingError extends Error {
  override readonly name = 'MappingError';
}

/**
 * Maps a folder. Throws a MappingError when the prefix is no plain https URL or the folder does not exist.
 *
 * @example mapFolder({ prefix: 'https://cdn.example.com/assets/', folder: './assets' })
 */
export function mapFolder({ prefix, folder }: FolderMapping): MappedFolder {
  const root = toPrefix(prefix);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new MappingError(
      `folder ${JSON.stringify(folder)} for ${prefix} is no folder: create it or correct its path`,
    );
  }
  const path = root.pathname.endsWith('/') ? root.pathname : `${root.pathname}/`;
  return {
    covers: (url) => url.origin === root.origin && url.pathname.startsWith(path),
    serve: (url) => serveFile(folder, url.pathname.slice(path.length)),
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

async function serveFile(folder: string, path: string): Promise<Found> {
  const names = toNames(path);
  if (names === undefined) return missing('does not exist: its path is not made of plain file names');
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...names));
    // A symbolic link may lead anywhere.
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep)) return missing('lies outside the mapped folder');
    return await describe(file);
  } catch (error) {
    return missing(`could not be read from the mapped folder (${codeOf(error)})`);
  }
}

/** The names that a URL path is made of; undefined when one of them would be more than a name once decoded. */
function toNames(path: string): readonly string[] | undefined {
  try {
    const names = path.split('/').map((part) => decodeURIComponent(part));
    return names.every((name) => name !== '' && !/^\.{1,2}$|[/\\\0:]/.test(name)) ? names : undefined;
  } catch {
    return undefined;
  }
}

async function describe(path: string): Promise<Found> {
  const facts = await stat(path);
  if (!facts.isFile()) return missing('is no regular file of the mapped folder');
  const { size, mtimeMs, ino } = facts;
  const whole = async (): Promise<Uint8Array> => readFile(path);
  return { ok: true, file: { size, stamp: `${path}:${mtimeMs}:${size}:${ino}`, head: whole, whole } };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
