/** The files of a data folder: a marker with the version of the format, and the number of the newest write. */

import { lstat, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { damaged, DataFolderError, hasCode } from './data-folder-error.ts';
import { checksum } from './record-table.ts';

/** A change of what is written is a new format. */
const FORMAT = 3;
const MARKER = 'standin.json';
const NEWEST = 'newest';
export const PID = 'pid';
/** The folder of LevelDB. */
export const RECORDS = 'records';

/** Whether a folder has data. Rejects folders of others, of other versions, and with anything but regular files. */
export async function hasData(path: string): Promise<boolean> {
  const names = await readdir(path).catch(ifMissing);
  if (names === undefined) return false;
  if (!names.includes(MARKER)) {
    if (names.includes(RECORDS) && names.includes(PID)) throw damaged(path, `${MARKER} in it is missing`);
    // A start may have ended before it wrote the marker.
    if (names.every((name) => name === MARKER + NEW)) return false;
    throw new DataFolderError(`${path} contains other files. Choose an empty folder, or a data folder of Standin.`);
  }
  for (const name of names) if (OWN_FILES.has(name)) await expectFile(path, name);
  if (names.includes(RECORDS)) {
    if (!(await lstat(join(path, RECORDS))).isDirectory()) throw damaged(path, `${RECORDS} in it is not a folder`);
    for (const name of await readdir(join(path, RECORDS))) await expectFile(path, join(RECORDS, name));
  }
  expectFormat(path, await readFile(join(path, MARKER), 'utf8'));
  return true;
}

const NEW = '.new';
const OWN_FILES: ReadonlySet<string> = new Set([MARKER, MARKER + NEW, NEWEST, NEWEST + NEW, PID]);

/** Reading a pipe or a device may never end. */
async function expectFile(path: string, name: string): Promise<void> {
  if (!(await lstat(join(path, name))).isFile()) throw damaged(path, `${name} in it is not a regular file`);
}

function expectFormat(path: string, marker: string): void {
  const format = /"format":(\d+)}/.exec(marker)?.[1];
  if (format === String(FORMAT)) return;
  if (format === undefined) throw damaged(path, `${MARKER} in it cannot be read`);
  const message = `${path} was written by another version of standin, in format ${format} instead of ${FORMAT}. Use that version, or choose another folder. Nothing was changed.`;
  throw new DataFolderError(message);
}

/** Marks an empty folder as a data folder. */
export async function writeMarker(path: string): Promise<void> {
  await writeWhole(path, MARKER, `${JSON.stringify({ what: 'data of standin', format: FORMAT })}\n`);
}

/** The number of a recent write, or 0. The records contain this write, unless some are missing. */
export async function readNewest(path: string): Promise<number> {
  const text = await readFile(join(path, NEWEST), 'utf8').catch(ifMissing);
  if (text === undefined) return 0;
  const [sum, number = ''] = text.trim().split(' ');
  if (sum !== checksum(NEWEST, number)) throw damaged(path, `${NEWEST} in it cannot be read`);
  return Number(number);
}

/** Writes the number of the newest write. */
export async function writeNewest(path: string, number: number): Promise<void> {
  await writeWhole(path, NEWEST, `${checksum(NEWEST, String(number))} ${number}\n`);
}

/** Some writes are missing. The folder may still be wanted as it is. */
export function missingWrites(path: string, count: number): DataFolderError {
  const lost = count === 1 ? 'its newest write is missing' : `its newest ${count} writes are missing`;
  const { message } = damaged(path, lost);
  return new DataFolderError(`${message} To continue without them, delete its file ${NEWEST}.`);
}

/** A process that is killed leaves the earlier file or the new one. */
async function writeWhole(path: string, name: string, text: string): Promise<void> {
  await writeFile(join(path, name + NEW), text);
  await rename(join(path, name + NEW), join(path, name));
}

function ifMissing(cause: unknown): undefined {
  if (!hasCode(cause, 'ENOENT')) throw cause;
}
