/** From spawn to the first answer, beside a bare server's. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const RETRY_MS = 1;
const HOST = '127.0.0.1';
const REQUEST = `GET /v1/videos/00000000-0000-4000-8000-000000000000 HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer sk_standin_cold\r\n\r\n`;

/** The ratio of each round, after one that warms the disk's cache. */
export async function coldStartRatios(rounds: number): Promise<number[]> {
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const bare = await firstAnswerMs((port) => [
      'bare-server.mjs',
      JSON.stringify({ status: 404, headers: {}, body: '' }),
      port,
    ]);
    const emulator = await firstAnswerMs((port) => ['../../dist/bin/standin.js', 'serve', '--port', port]);
    if (round > 0) ratios.push(emulator / bare);
  }
  return ratios;
}

async function firstAnswerMs(command: (port: string) => readonly [string, ...string[]]): Promise<number> {
  const port = await freePort();
  const [file, ...args] = command(String(port));
  const path = fileURLToPath(new URL(file, import.meta.url));
  const started = performance.now();
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const gone = once(child, 'exit').then((): never => {
    throw new Error(`${file} ended before it answered`);
  });
  await Promise.race([untilAnswered(port), gone]);
  const took = performance.now() - started;
  gone.catch(() => undefined);
  child.kill('SIGKILL');
  return took;
}

async function untilAnswered(port: number): Promise<void> {
  while (!(await isAnswered(port))) await sleep(RETRY_MS);
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST }, () => socket.write(REQUEST));
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('data', () => socket.destroy());
  });
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
