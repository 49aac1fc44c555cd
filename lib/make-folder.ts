/**
 * Makes folders. Node's own `recursive` never ends where a file system takes none and says that a part of the path is
 * missing, as `/proc` does.
 */

import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Makes a folder, and those that it lies in, where they are not there yet. */
export function makeFolder(path: string, mode = 0o777): void {
  const whole = resolve(path);
  if (isFolder(whole)) return;
  // Below a file nothing can be made: the system says so of the folder itself.
  if (!isThere(dirname(whole))) makeFolder(dirname(whole), mode);
  try {
    mkdirSync(whole, { mode });
  } catch (cause) {
    // Another process may have made it meanwhile.
    if (!isFolder(whole)) throw cause;
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
