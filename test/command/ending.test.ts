/** How a server ends: in good order at the first signal, at once at the second, and without those who have nothing under way. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { ROOT } from '../support/run.ts';
import { openHandlersFolder } from '../entry-points/handlers-folder.ts';

const HEAD = 'GET /v1/videos/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk_standin_ending\r\n';

/** `standin serve`, as soon as it has said that it is ready. */
async function serving(...flags: string[]): Promise<{ readonly server: ChildProcess; readonly port: number }> {
  const command = [`${ROOT}dist/bin/standin.js`, 'serve', '--port', '0', '--json', ...flags];
  const server = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  return { server, port: Number(new URL((JSON.parse(line) as { url: string }).url).port) };
}

/** The exit status, and the signal that ended the process where one did. */
async function endOf(server: ChildProcess): Promise<unknown[]> {
  return once(server, 'exit');
}

async function asking(port: number, sent: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  // A server that ends at once resets it.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

/** A connection with half a request that the server has read: it came with a whole one, which was answered. */
async function askingHalf(port: number): Promise<Socket> {
  const socket = await asking(port, `${HEAD}\r\n${HEAD}`);
  await once(socket, 'data');
  return socket;
}

describe('standin serve', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'ends in good order at a %s right behind its ready line',
    async (signal) => {
      const { server } = await serving();
      server.kill(signal);
      expect(await endOf(server)).toEqual([0, null]);
    },
  );

  test('ends in good order when standard input ends, if a flag says so', async () => {
    const command = [`${ROOT}dist/bin/standin.js`, 'serve', '--port', '0', '--json', '--until-stdin-ends'];
    const server = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void server.kill('SIGKILL'));
    await once(createInterface(server.stdout), 'line');
    server.stdin.end();
    expect(await endOf(server)).toEqual([0, null]);
  });

  test('ends though a handlers file has a timer that goes on', async () => {
    const folder = await openHandlersFolder();
    onTestFinished(() => folder.close());
    const file = join(folder.path, 'ticking.mjs');
    await writeFile(file, 'setInterval(() => undefined, 1000);\nexport default [];\n');
    const { server } = await serving('--handlers', file);
    server.kill('SIGTERM');
    expect(await endOf(server)).toEqual([0, null]);
  });

  test('answers what is under way before it ends', async () => {
    const { server, port } = await serving();
    const socket = await askingHalf(port);
    server.kill('SIGTERM');
    // Long enough for the signal to be there.
    await sleep(300);
    socket.write('\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 .*video_not_found/s);
    expect(await endOf(server)).toEqual([0, null]);
  });

  test('ends at once at a second signal', async () => {
    const { server, port } = await serving();
    const socket = await askingHalf(port);
    const ended = endOf(server);
    const again = setInterval(() => server.kill('SIGTERM'), 100);
    expect(await ended).toEqual([143, null]);
    clearInterval(again);
    socket.destroy();
  });
});

describe('a server that closes', () => {
  const GRACE_MS = 3_600_000;

  test('does not wait for connections that never asked for anything', async () => {
    const { port, close } = await createEmulator().listen({ port: 0 });
    const silent = await asking(port, '');
    const closed = once(silent, 'close');
    await close(GRACE_MS);
    expect(await closed).toEqual([false]);
  });

  test('answers what is under way, and does not wait for a next request', async () => {
    const { port, close } = await createEmulator().listen({ port: 0 });
    const socket = await askingHalf(port);
    const closing = close(GRACE_MS);
    socket.write('\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 .*video_not_found/s);
    await closing;
  });
});
