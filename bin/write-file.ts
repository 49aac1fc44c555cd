/** Writes the files of a command after its work. A failed write stops neither the others nor the output. */

import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';
import { plainLine } from '../conformance/text/safe-text.ts';
import type { Terminal } from './terminal.ts';

/** The exit status of a command whose files, or output, could not all be written. */
export const UNWRITTEN = 5;

/** Makes the folder, too; says on stderr what is wrong, and returns false. */
export function tryToWrite(path: string, text: string, { stderr }: Terminal): boolean {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text);
    return true;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    stderr.write(`${plainLine(`standin: ${path} could not be written: ${why}`)}\n`);
    return false;
  }
}
