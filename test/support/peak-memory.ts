/** The most memory that a process has had so far. */

import { readFileSync } from 'node:fs';

/** In MiB; Linux only. */
export function peakMebibytes(pid: number): number {
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
