/** Checks the limit of open files and the number of free file descriptors. Sockets, pipes and modules use them. */

import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

/** The error message for clients. */
export const NO_FILES_LEFT =
  'The server has no free file descriptors. Close connections, or start the server with a higher limit (ulimit -n).';

/** Thrown before work that would fail because no file descriptor is free. */
export class OutOfFiles extends Error {
  override readonly name = 'OutOfFiles';
  readonly code = 'EMFILE';

  constructor() {
    super(NO_FILES_LEFT);
  }
}

/** The number of files of the largest load: the schemas are 95 modules, of which Node opens 75 in parallel. */
const FILES_OF_A_LOAD = 80;

/** Throws an OutOfFiles unless `count` file descriptors are free. */
export function expectFreeFiles(count = FILES_OF_A_LOAD): void {
  if (!hasFreeFiles(count)) throw new OutOfFiles();
}

/** Returns whether an error means that the process or the system has too many open files. */
export function isOutOfFiles(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'EMFILE' || cause.code === 'ENFILE');
}

/** Returns the maximum number of open files, or undefined if the system sets or reports no limit. */
export function openFileLimit(limits = readLimits()): number | undefined {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? [];
  return soft === undefined ? undefined : Number(soft);
}

/** Returns a warning if the limit is too low for a server. */
export function fileLimitProblem(limit = openFileLimit()): string | undefined {
  if (limit === undefined || limit >= FEWEST_FILES) return undefined;
  return `this process may open ${limit} files, and a server needs at least ${FEWEST_FILES}; raise the limit (ulimit -n ${ENOUGH_FILES})`;
}

/** The minimum limit. Node itself uses 25, a load uses up to 80, and connections a quarter (`connectionLimit`). */
export const FEWEST_FILES = 160;
const ENOUGH_FILES = 1024;

/** Opens files to test the limit, because no system reports the number of free descriptors. */
function hasFreeFiles(count: number): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'));
    return true;
  } catch (cause) {
    // Another error does not prove that no descriptor is free.
    return !isOutOfFiles(cause);
  } finally {
    for (const file of opened) closeSync(file);
  }
}

/** Returns the limits of this process, or an empty text on systems other than Linux. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
