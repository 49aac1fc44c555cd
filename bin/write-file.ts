/** Writes output files. A failed write stops neither the other writes nor the output. */

import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../lib/make-folder.ts';
import { plainLine } from '../conformance/text/safe-text.ts';
import type { Terminal } from './terminal.ts';

/** The exit status of a command if an output file, or standard output, could not be written. */
export const UNWRITTEN = 5;

/** Writes a file and creates its folder. Prints an error and returns false if that fails. */
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
