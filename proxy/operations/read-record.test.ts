import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

import { createMemoryBudget } from '../../lib/memory-budget.ts';
import { readRecord } from './read-record.ts';

const LENGTH = 20_000;

/** A body in chunks of one byte. */
async function inPieces(text: string): Promise<IncomingMessage> {
  const chunks = Array.from(text, (byte) => `1\r\n${byte}\r\n`).join('');
  const server = createServer(({ socket }) => {
    socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const asked = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false }).end();
  const [message] = (await once(asked, 'response')) as [IncomingMessage];
  return message;
}

test('a record in one-byte chunks is read', async () => {
  const message = await inPieces('{"id":"x"}');
  const { body, record } = await readRecord({ message, late: () => undefined }, createMemoryBudget(1000));
  expect([body, record]).toEqual(['{"id":"x"}', { id: 'x' }]);
});

test('the read part of a body in one-byte chunks is kept as its bytes, and leaves in one piece before the rest', async () => {
  const text = '0123456789'.repeat(LENGTH / 10);
  const budget = createMemoryBudget(LENGTH * 2);
  const { body } = await readRecord({ message: await inPieces(text), late: () => undefined }, budget);
  if (body === null || typeof body === 'string' || !('forwarded' in body)) throw new Error('It is passed on.');
  const pieces: Uint8Array[] = [];
  for await (const piece of body.forwarded) pieces.push(piece as Uint8Array);
  expect(pieces[0]?.length).toBe(LENGTH / 2);
  expect(Buffer.concat(pieces).toString()).toBe(text);
  expect(budget.take(LENGTH * 2)).toBe(true);
});
