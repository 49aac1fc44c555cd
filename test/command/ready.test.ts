/** `standin ready` waits for a server, and reports why it is not ready. */

import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { runCommand } from '../support/run-command.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** A server that answers each request with the next of these statuses, and repeats the last one. */
async function answering(...statuses: number[]): Promise<string> {
  server = createServer((_, response) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    response.writeHead(status ?? 500, { connection: 'close' }).end('{"status":"not_ready","reason":"no ffmpeg"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an emulator is ready, by its URL, by STANDIN_URL with a path, and by STANDIN_PORT', async () => {
  const emulator = createEmulator();
  const { url } = await emulator.listen({ port: 0 });
  const ready = { status: 0, stdout: `${url} is ready.\n`, stderr: '' };
  expect(await runCommand(['ready', url])).toEqual(ready);
  expect(await runCommand(['ready'], { env: { STANDIN_URL: `${url}/media` } })).toEqual(ready);
  const env = { STANDIN_URL: '', STANDIN_PORT: new URL(url).port };
  expect(await runCommand(['ready'], { env })).toEqual(ready);
  await emulator.close();
});

test('a server that is ready later is waited for', async () => {
  const url = await answering(503, 503, 200);
  expect(await runCommand(['ready', url])).toMatchObject({ status: 0 });
});

test('a server that is not ready in time ends with status 1 and its reason', async () => {
  const url = await answering(503);
  expect(await runCommand(['ready', url, '--timeout', '0.2s'])).toEqual({
    status: 1,
    stdout: '',
    stderr: `standin: ${url} is not ready after 0.2 s: /_standin/health/ready returns 503, no ffmpeg\n`,
  });
});

test('a port without a server ends with status 1', async () => {
  const url = await answering(200);
  server?.close();
  const { status, stderr } = await runCommand(['ready', url, '--timeout', '0.2s']);
  expect([status, stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
});

test('a URL that is not one is a usage error', async () => {
  expect(await runCommand(['ready', 'localhost'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'standin: "localhost" is not an http or https URL. Pass the URL of the server.\n',
  });
});
