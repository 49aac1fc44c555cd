/** Limits the connections of a server, so that clients cannot use up the file descriptors of the process. */

import { openFileLimit } from '../../lib/open-files.ts';

/** The file descriptors that are reserved for late-loaded modules, clips and encoders. */
export const RESERVED_FILES = 128;

/** Returns the limit, or undefined if the system's limit of open files is unknown. */
export function connectionLimit(files = openFileLimit()): number | undefined {
  if (files === undefined) return undefined;
  return Math.max(files - RESERVED_FILES, Math.floor(files / 4));
}
