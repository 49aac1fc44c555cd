/** Starts, measures and stops a peer in a separate process. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { freePort, startUntilAnswered } from '../api/first-answer.ts';
import type { Peer, Place } from './peer.ts';

/** The clock ticks per second in `/proc`, which are the same on all Linux machines. */
const TICKS_PER_SECOND = 100;

export interface Running {
  readonly peer: Peer;
  /** The URL of the collection of generations. */
  readonly url: string;
  /** The milliseconds from spawn to first response. */
  readonly coldStart: number;
  /** Returns the resident memory in MiB, or NaN on systems without `/proc`. */
  memory(): Promise<number>;
  /** Returns the CPU time used so far in seconds, or NaN on systems without `/proc`. */
  processorSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a peer and waits for its first response. */
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
  // The name is the second value, in parentheses. User and system time are the 14th and 15th value.
  const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(values[11] ?? Number.NaN) + Number(values[12] ?? Number.NaN)) / TICKS_PER_SECOND;
}

async function residentMebibytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
