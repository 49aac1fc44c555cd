/** How many connections a server accepts, so that clients never hold every file that the process may open. */

import { readFileSync } from 'node:fs';

/** For modules that load late, clips and encoders. Node remembers a failed load, so it would fail for good. */
const RESERVED_FILES = 128;

/** The bound; undefined where the system does not tell how many files may be open. */
export function connectionLimit(limits = readLimits()): number | undefined {
  const [, soft] = /^Max open files +(\d+) /m.exec(limits) ?? [];
  if (soft === undefined) return undefined;
  return Math.max(Number(soft) - RESERVED_FILES, Math.floor(Number(soft) / 4));
}

/** Of this process, on Linux. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
