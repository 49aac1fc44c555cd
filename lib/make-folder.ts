/** Creates folders without Node's option `recursive`, which never ends on file systems such as `/proc`. */

import { mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Creates a folder and its missing parents. */
export function makeFolder(path: string, mode = 0o777): void {
  const whole = resolve(path);
  if (found(whole)?.isDirectory() === true) return;
  if (found(dirname(whole)) === undefined) makeFolder(dirname(whole), mode);
  try {
    mkdirSync(whole, { mode });
  } catch (cause) {
    // Another process may have created the folder in the meantime.
    if (found(whole)?.isDirectory() !== true) throw cause;
  }
}

function found(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
