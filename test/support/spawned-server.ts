/** The built `standin serve` as a process of its own, started by a shell that can bound what it may use. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { ROOT } from './run.ts';

export interface SpawnedServer {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
}

/**
 * Starts it until the test is over. `limit` goes before the command (`ulimit -n 100`), `redirect` behind it
 * (`2>/dev/full`).
 */
export async function spawnServer(
  args: readonly string[] = [],
  { limit = ':', redirect = '', nodeArgs = '' }: { limit?: string; redirect?: string; nodeArgs?: string } = {},
): Promise<SpawnedServer> {
  const serve = `"${process.execPath}" ${nodeArgs} "${ROOT}dist/bin/standin.js" serve --port 0 --json ${args.join(' ')}`;
  const child = spawn('sh', ['-c', `${limit}; exec ${serve} ${redirect}`], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return { url, port: Number(new URL(url).port), process: child };
}
