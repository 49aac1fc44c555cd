/** Lines of JSON in a file that survive a crash. Each line is on disk before the action that it announces. */

import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../../lib/make-folder.ts';
import type * as z from 'zod';
import { FileError, mustBeRegular, readNamedText } from '../../../lib/named-file.ts';

/** Appends a line, which is on disk when this function returns. */
export function appendDurably(path: string, line: object): void {
  makeFolder(dirname(path));
  ignoreInGit(dirname(path));
  const file = openSync(path, 'a+');
  try {
    writeSync(file, `${endsWithin(file) ? '\n' : ''}${JSON.stringify(line)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Returns whether a crash truncated the last line. A line appended to it would be lost with it. */
function endsWithin(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
}

/** Reads the lines. The last line of a crashed process may be truncated. A line that does not parse had no effect. */
export function readLines<Line extends z.ZodType>(path: string, schema: Line): z.output<Line>[] {
  mustBeRegular(path);
  if (!existsSync(path)) return [];
  const text = readNamedText(path, 'journal');
  if (!isOwn(text)) throw new FileError('the file has other content, and the kit does not overwrite it');
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = schema.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}

/** The beginning of each line. A crash may have truncated the first line. */
const BEGINNING = '{"event":"';

/** Returns whether a file is a journal. Other files, named by mistake, are neither deleted nor written to. */
function isOwn(text: string): boolean {
  return text.startsWith(BEGINNING) || BEGINNING.startsWith(text);
}

/** The folder in which the command keeps journals. Its content belongs to this machine. */
const OWN_FOLDER = '.standin';

/** Keeps this folder out of the user's repository. */
function ignoreInGit(folder: string): void {
  const ignore = join(folder, '.gitignore');
  if (basename(folder) === OWN_FOLDER && !existsSync(ignore)) writeFileSync(ignore, '*\n');
}
