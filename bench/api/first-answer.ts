/** Measures the time from the spawn of a server to its first response. */

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 1;
const LONGEST_START_MS = 60_000;
const HOST = '127.0.0.1';
const REQUEST = `GET /v1/videos/00000000-0000-4000-8000-000000000000 HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer sk_standin_cold\r\n\r\n`;

/** Starts a server and waits for its first response, whatever its status. */
export async function startUntilAnswered<Child extends ChildProcess>(
  port: number,
  start: () => Child,
): Promise<{ readonly child: Child; readonly took: number }> {
  const started = performance.now();
  const child = start();
  let ended: Error | undefined;
  child.once('error', (cause) => (ended ??= cause));
  child.once('exit', (status) => (ended ??= new Error(`ended with status ${status} before its first response`)));
  while (!(await isAnswered(port))) {
    if (ended !== undefined) throw ended;
    if (performance.now() - started > LONGEST_START_MS) {
      child.kill('SIGKILL');
      throw new Error('did not respond within a minute');
    }
    await sleep(RETRY_MS);
  }
  return { child, took: performance.now() - started };
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST }, () => socket.write(REQUEST));
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('data', () => socket.destroy());
  });
}
