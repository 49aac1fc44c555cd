/** Lines of JSON in a file that outlive a crash: each is on the disk before what it announces is done. */

import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type * as z from 'zod';

/** Appends a line; the disk has it when this returns. */
export function appendDurably(path: string, line: object): void {
  mkdirSync(dirname(path), { recursive: true });
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
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        const parsed = schema.safeParse(JSON.parse(text));
        return parsed.success ? [parsed.data] : [];
      } catch {
        return [];
      }
    });
}

/** Where the command keeps journals; what is in it is of this machine. */
const OWN_FOLDER = '.standin';

/** The folder of our own stays out of the user's repository. */
function ignoreInGit(folder: string): void {
  const ignore = join(folder, '.gitignore');
  if (basename(folder) === OWN_FOLDER && !existsSync(ignore)) writeFileSync(ignore, '*\n');
}
