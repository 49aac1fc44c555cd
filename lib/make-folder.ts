/** Makes folders. The option `recursive` of Node never ends on file systems such as `/proc`, which reject folders. */

import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Makes a folder and its missing parents. */
export function makeFolder(path: string, mode = 0o777): void {
  const whole = resolve(path);
  if (isFolder(whole)) return;
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
