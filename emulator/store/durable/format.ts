/** The form of a data folder: a marker file says which version it has, and steps lead from one version to the next. */

import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../lib/make-folder.ts';
import { damaged, DataFolderError, hasCode } from './data-folder-error.ts';
import type { RecordTable } from './record-table.ts';

/** Rewrites what one version wrote in the form of the next. It may be run again where it was broken off. */
export type Migration = (table: RecordTable) => Promise<void>;

/** The first leads from version 1 to 2. */
export const MIGRATIONS: readonly Migration[] = [];

const MARKER = 'standin.json';

/** Checks a folder, and makes it where there is none; returns the version that it has. */
export async function checkFolder(path: string, current: number): Promise<number> {
  makeThere(path);
  const format = await readMarker(path, current);
  if (format === undefined) await writeFormat(path, current);
  return format ?? current;
}

function makeThere(path: string): void {
  try {
    makeFolder(path);
  } catch (cause) {
    if (!hasCode(cause, ['ENOENT'])) throw cause;
    throw new DataFolderError(`${path} cannot be created in its parent folder. Choose another path.`, { cause });
  }
}

/** The version of a folder that has data; nothing where there is none, or an empty one. Refuses any other folder. */
export async function readMarker(path: string, current: number): Promise<number | undefined> {
  const text = await readFile(join(path, MARKER), 'utf8').catch(orNothing);
  if (text === undefined) {
    // A start may have ended before it wrote the marker, which is written first.
    const files = await readdir(path).catch(orNothing);
    if (files?.some((file) => file !== TEMPORARY) === true) throw foreign(path);
    return undefined;
  }
  const format = readFormat(text);
  if (format === undefined) throw damaged(path, `${MARKER} in it cannot be read`);
  if (format > current) throw newer(path);
  return format;
}

function orNothing(cause: unknown): undefined {
  if (!hasCode(cause, ['ENOENT'])) throw cause;
}

const TEMPORARY = `${MARKER}.new`;

/** Writes the marker whole or not at all. */
export async function writeFormat(path: string, format: number): Promise<void> {
  const text = `${JSON.stringify({ what: 'data of standin', format })}\n`;
  await writeFile(join(path, TEMPORARY), text);
  await rename(join(path, TEMPORARY), join(path, MARKER));
}

function readFormat(text: string): number | undefined {
  try {
    const { format }: { format?: unknown } = JSON.parse(text);
    return typeof format === 'number' && Number.isInteger(format) && format > 0 ? format : undefined;
  } catch {
    return undefined;
  }
}

function foreign(path: string): DataFolderError {
  return new DataFolderError(`${path} contains files that Standin did not write. Choose an empty folder.`);
}

function newer(path: string): DataFolderError {
  return new DataFolderError(
    `${path} was written by a newer version of standin. Use that version, or choose another folder. Nothing was changed.`,
  );
}
