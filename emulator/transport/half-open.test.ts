import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { sendBytes } from '../../test/support/raw-http.ts';
import { keepHalfOpen, closeOnHalfClose } from './half-open.ts';

/** The response for a peer that half-closes after its request. */
async function answerTo(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.on('connection', (socket) => keepHalfOpen(server, socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return sendBytes((server.address() as AddressInfo).port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
}

const answering =
  (afterMs: number, patienceMs?: number): RequestListener =>
  async (_, response) => {
    if (patienceMs !== undefined) closeOnHalfClose(response, patienceMs);
    await sleep(afterMs);
    response.end('answer');
  };

test('a peer that says no more waits for its answer', async () => {
  expect(await answerTo(answering(50))).toContain('answer');
});

test('a watched client has gone', async () => {
  expect(await answerTo(answering(50, 0))).toBe('');
});

test('a client that is watched with patience is answered meanwhile, and let go after that', async () => {
  expect(await answerTo(answering(50, 10_000))).toContain('answer');
  expect(await answerTo((_, response) => closeOnHalfClose(response, 50))).toBe('');
});
