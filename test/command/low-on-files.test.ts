/** More connections than the process may open files, just after the start, when modules are still to be loaded. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/run.ts';

const MOST_FILES = 200;

test.skipIf(process.platform === 'win32')('a server that cannot look for an ffmpeg goes on answering', async () => {
  const command = `ulimit -n ${MOST_FILES}; exec "${process.execPath}" "${ROOT}dist/bin/standin.js" serve --port 0`;
  const server = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void server.kill());
  let said = '';
  const hears = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (pattern.test(said)) resolve();
      };
      for (const stream of [server.stdout, server.stderr]) stream.on('data', look);
      server.once('exit', () => resolve());
      look();
    });
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));

  await hears(/listens on \S+\n/);
  const [url = ''] = /http:\S+/.exec(said) ?? [];
  const sockets = Array.from({ length: 2 * MOST_FILES }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined);
  await hears(/ffmpeg/);
  await Promise.all(sockets.filter((socket) => !socket.closed).map((socket) => once(socket.destroy(), 'close')));

  // Until the server has seen them go, it may have no file for one more connection either.
  const headers = { authorization: 'Bearer sk_standin_many' };
  const ask = (): Promise<number | string> =>
    fetch(`${url}/v1/videos/x`, { headers }).then(({ status }) => status, String);
  await expect.poll(ask, { timeout: 20_000, message: said }).toBe(404);
});
