/** Ends a process and all its child processes. */

import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time to end in good order. */
const PATIENCE_MS = 300;
const STEP_MS = 20;

/** Ends the group of a process that was started detached, by force if necessary. */
export async function endGroup({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined || !signalGroup(pid, 'SIGTERM')) return;
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    await sleep(STEP_MS);
    if (!signalGroup(pid, 0)) return;
  }
  signalGroup(pid, 'SIGKILL');
}

/** Returns whether the group still had a process. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
