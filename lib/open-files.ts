/** How many files the process may open, and whether there are still some: sockets, pipes and modules all count. */

import { closeSync, openSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';

/** What clients read of it. */
export const NO_FILES_LEFT =
  'The server has no file descriptor left. Close connections, or start it with a higher limit (ulimit -n).';

/** Thrown before something is begun that would fail for want of files. */
export class OutOfFiles extends Error {
  override readonly name = 'OutOfFiles';
  readonly code = 'EMFILE';

  constructor() {
    super(NO_FILES_LEFT);
  }
}

/** The schemas alone are 95 modules, of which Node opens 75 at once. */
const FILES_OF_A_LOAD = 80;

/** Throws an OutOfFiles unless there are as many files free as the largest load opens at once. */
export function expectFreeFiles(count = FILES_OF_A_LOAD): void {
  if (!hasFreeFiles(count)) throw new OutOfFiles();
}

/** Whether an error says that the process, or the system, has too many files open. */
export function isOutOfFiles(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'EMFILE' || cause.code === 'ENFILE');
}

/** How many files the process may open; undefined where the system sets no limit, or does not tell. */
export function openFileLimit(limits = readLimits()): number | undefined {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? [];
  return soft === undefined ? undefined : Number(soft);
}

/** Why the process may open too few files to serve, if that is so; a sentence. */
export function fileLimitProblem(limit = openFileLimit()): string | undefined {
  if (limit === undefined || limit >= FEWEST_FILES) return undefined;
  return `this process may open ${limit} files, and a server needs at least ${FEWEST_FILES}; raise the limit (ulimit -n ${ENOUGH_FILES})`;
}

/** Node's own are 25, a load takes up to 80, and connections a quarter (`connectionLimit`). */
export const FEWEST_FILES = 160;
const ENOUGH_FILES = 1024;

/** By opening them: no system tells. */
function hasFreeFiles(count: number): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < count) opened.push(openSync(devNull, 'r'));
    return true;
  } catch (cause) {
    // Where that file cannot be opened for another reason, nothing is known.
    return !isOutOfFiles(cause);
  } finally {
    for (const file of opened) closeSync(file);
  }
}

/** Of this process, on Linux. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
