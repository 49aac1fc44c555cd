/** Files that a command writes once its work is done: one that cannot be written stops neither the others nor the output. */

import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { plainLine } from '../conformance/text/safe-text.ts';

/** The exit status of a command whose files, or output, could not all be written. */
export const UNWRITTEN = 5;

/** Makes the folder, too; says on stderr what is wrong, and returns false. */
export function tryToWrite(path: string, text: string): boolean {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, text);
    return true;
  } catch (cause) {
    console.error(plainLine(`${path} could not be written: ${cause instanceof Error ? cause.message : String(cause)}`));
    return false;
  }
}
