/** The CPU time that this process or thread has used. Linux reports it with the time of child processes; elsewhere it is 0. */

import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TICKS_PER_SECOND = 100;
/** Positions after the command name in `/proc/<id>/stat`: user and system time, then the same of ended children. */
const OWN = [11, 12];
const CHILDREN = [13, 14];

/** Returns the seconds so far. Worker threads share their children, so a worker thread counts only its own time. */
export function cpuSeconds(): number {
  return isMainThread ? secondsIn('/proc/self/stat', [...OWN, ...CHILDREN]) : secondsIn('/proc/thread-self/stat', OWN);
}

function secondsIn(path: string, positions: readonly number[]): number {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return 0;
  }
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return positions.reduce((sum, position) => sum + Number(fields[position]), 0) / TICKS_PER_SECOND;
}
