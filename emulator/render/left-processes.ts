/**
 * Ends what a child started and what has left its process group: on Linux, whatever still has the variable in its
 * environment that the child was given.
 */

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/** A variable of the environment by which one child is known, and all that it starts. */
export interface ChildVariable {
  readonly name: string;
  readonly value: string;
}

/** One that no other process has. */
export function createChildVariable(): ChildVariable {
  return { name: 'STANDIN_CHILD', value: randomUUID() };
}

/** Kills each process that has it. Elsewhere than on Linux the environment of others is not to be had. */
export async function killThoseWith({ name: variable, value }: ChildVariable): Promise<void> {
  if (process.platform !== 'linux') return;
  const all = await readdir('/proc').catch(() => []);
  // One after the other: there may be many, and few files to open.
  for (const pid of all.map(Number).filter(Number.isInteger)) {
    // Of other users' processes, and of those that have ended meanwhile, there is none to read.
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    if (environment.split('\0').includes(`${variable}=${value}`)) kill(pid);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
