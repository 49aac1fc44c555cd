/** Ends a process together with all that it started. */

import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time to end in good order. */
const PATIENCE_MS = 300;
const STEP_MS = 20;

/** Ends what is left of the group of a process that was started detached, by force if it must be. */
export async function endGroup({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined || !signalGroup(pid, 'SIGTERM')) return;
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    await sleep(STEP_MS);
    if (!signalGroup(pid, 0)) return;
  }
  signalGroup(pid, 'SIGKILL');
}

/** Whether there was anybody to signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}
