/** A peer in a process of its own: started, looked at, stopped. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { freePort, startUntilAnswered } from '../api/first-answer.ts';
import type { Peer, Place } from './peer.ts';

/** Linux counts in these, whatever its own clock. */
const TICKS_PER_SECOND = 100;

export interface Running {
  readonly peer: Peer;
  /** The collection of generations. */
  readonly url: string;
  /** Milliseconds from spawn to the first answer. */
  readonly coldStart: number;
  /** Resident MiB of its process; NaN where the system does not tell. */
  memory(): Promise<number>;
  /** Seconds of CPU time that it has used; NaN where the system does not tell. */
  processorSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a peer and waits for its first answer. */
export async function startPeer(peer: Peer, where: Pick<Place, 'folder' | 'clip'>): Promise<Running> {
  const port = await freePort();
  const { file, args, env } = await peer.command({ ...where, port });
  const { child, took } = await startUntilAnswered(port, () =>
    spawn(file, args, { cwd: where.folder, env: { ...process.env, ...env }, stdio: 'ignore' }),
  );
  return {
    peer,
    url: `http://127.0.0.1:${port}${peer.root ?? '/v1/videos'}`,
    coldStart: took,
    memory: () => residentMebibytes(child.pid),
    processorSeconds: () => processorSeconds(child.pid),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function processorSeconds(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name comes second, in parentheses; user and system time are the 14th and 15th value.
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(values[11] ?? Number.NaN) + Number(values[12] ?? Number.NaN)) / TICKS_PER_SECOND;
}

async function residentMebibytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
