/** Lines of JSON in a file that outlive a crash: each is on the disk before what it announces is done. */

import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../../lib/make-folder.ts';
import type * as z from 'zod';
import { FileError } from '../../../lib/file-error.ts';
import { LARGEST_MEBIBYTES } from '../../../lib/largest-files.ts';
import { mustBeRegular, readNamedText } from '../../../lib/named-file.ts';

/** Appends a line; the disk has it when this returns. */
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

/** Whether the last line was truncated by a crash: what is appended to it would be lost with it. */
function endsWithin(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last.toString() !== '\n';
}

/** The last line of a crashed process may be truncated; a line that does not parse had no effect. */
export function readLines<Line extends z.ZodType>(path: string, schema: Line): z.output<Line>[] {
  mustBeRegular(path);
  if (!existsSync(path)) return [];
  const text = readNamedText(path, LARGEST_MEBIBYTES.journal);
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

/** How each line begins; a crash may have truncated the first one. */
const BEGINNING = '{"event":"';

/** A file of the user's, named by mistake, is neither deleted nor written to. */
function isOwn(text: string): boolean {
  return text.startsWith(BEGINNING) || BEGINNING.startsWith(text);
}

/** Where the command keeps journals; what is in it is of this machine. */
const OWN_FOLDER = '.standin';

/** The folder of our own stays out of the user's repository. */
function ignoreInGit(folder: string): void {
  const ignore = join(folder, '.gitignore');
  if (basename(folder) === OWN_FOLDER && !existsSync(ignore)) writeFileSync(ignore, '*\n');
}
