/** How many connections a server accepts, so that clients never hold every file that the process may open. */

import { openFileLimit } from '../../lib/open-files.ts';

/** For modules that are loaded when they are first needed, clips and encoders. */
export const RESERVED_FILES = 128;

/** The bound; undefined where the system does not tell how many files may be open. */
export function connectionLimit(files = openFileLimit()): number | undefined {
  if (files === undefined) return undefined;
  return Math.max(files - RESERVED_FILES, Math.floor(files / 4));
}
