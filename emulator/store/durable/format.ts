/** Reads and writes the files of a data folder: a format marker, and the number of the newest write. */

import { lstat, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { damaged, DataFolderError, hasCode } from './data-folder-error.ts';
import { checksum } from './record-table.ts';

/** The version of the format. Increase it if you change the written data. */
const FORMAT = 5;
const MARKER = 'standin.json';
const NEWEST = 'newest';
export const PID = 'pid';
/** The name of the folder that LevelDB uses. */
export const RECORDS = 'records';

/** Reports whether a folder has data. Rejects folders of other programs or versions, and files that are not regular. */
export async function hasData(path: string): Promise<boolean> {
  const names = await readdir(path).catch(ifMissing);
  if (names === undefined) return false;
  if (!names.includes(MARKER)) {
    if (names.includes(RECORDS) && names.includes(PID)) throw damaged(path, `${MARKER} in it is missing`);
    // An earlier start may have ended before it wrote the marker.
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

/** Throws if a file is not regular, because reading from a pipe or device may never end. */
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

/** Returns the number of a recent write, or 0. If the records are complete, they contain this write. */
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

/** Creates the error for missing writes. The user may continue without them. */
export function missingWrites(path: string, count: number): DataFolderError {
  const lost = count === 1 ? 'its newest write is missing' : `its newest ${count} writes are missing`;
  const { message } = damaged(path, lost);
  return new DataFolderError(`${message} To continue without them, delete its file ${NEWEST}.`);
}

/** Replaces a file in one step. If the process is killed, either the earlier or the new file remains. */
async function writeWhole(path: string, name: string, text: string): Promise<void> {
  await writeFile(join(path, name + NEW), text);
  await rename(join(path, name + NEW), join(path, name));
}

function ifMissing(cause: unknown): undefined {
  if (!hasCode(cause, 'ENOENT')) throw cause;
}
