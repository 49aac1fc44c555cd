/** The limit of open files, and whether some are left. Sockets, pipes and modules count. */

import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

/** The message for clients. */
export const NO_FILES_LEFT =
  'The server has no file descriptor left. Close connections, or start it with a higher limit (ulimit -n).';

/** Thrown before work that would fail because no file can be opened. */
export class OutOfFiles extends Error {
  override readonly name = 'OutOfFiles';
  readonly code = 'EMFILE';

  constructor() {
    super(NO_FILES_LEFT);
  }
}

/** The schemas alone are 95 modules, of which Node opens 75 at once. */
const FILES_OF_A_LOAD = 80;

/** Throws an OutOfFiles unless so many files are free; by default as many as the largest load opens at once. */
export function expectFreeFiles(count = FILES_OF_A_LOAD): void {
  if (!hasFreeFiles(count)) throw new OutOfFiles();
}

/** Whether an error says that the process, or the system, has too many files open. */
export function isOutOfFiles(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'EMFILE' || cause.code === 'ENFILE');
}

/** The number of files that the process may open; undefined if the system sets or reports no limit. */
export function openFileLimit(limits = readLimits()): number | undefined {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? [];
  return soft === undefined ? undefined : Number(soft);
}

/** Says in a sentence that the process may open too few files for a server, if the limit is so low. */
export function fileLimitProblem(limit = openFileLimit()): string | undefined {
  if (limit === undefined || limit >= FEWEST_FILES) return undefined;
  return `this process may open ${limit} files, and a server needs at least ${FEWEST_FILES}; raise the limit (ulimit -n ${ENOUGH_FILES})`;
}

/** Node's own are 25, a load takes up to 80, and connections a quarter (`connectionLimit`). */
export const FEWEST_FILES = 160;
const ENOUGH_FILES = 1024;

/** Opens files to find out, because no system reports how many are free. */
function hasFreeFiles(count: number): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'));
    return true;
  } catch (cause) {
    // Another error says nothing about free files.
    return !isOutOfFiles(cause);
  } finally {
    for (const file of opened) closeSync(file);
  }
}

/** The limits of this process; empty on systems other than Linux. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
