import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ClientGone } from '../api/messages.ts';
import { NodeRequest, readBody } from './node-request.ts';

const LIMIT = 8;
const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\n';

interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: Socket;
}

/** The state of a server at the end of the turn in which a request arrives. */
async function arriving(...pieces: readonly string[]): Promise<Arrived> {
  const server = createServer().listen(0, '127.0.0.1');
  server.on('checkContinue', (...asked: unknown[]) => server.emit('request', ...asked));
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const arrived = once(server, 'request');
  for (const piece of pieces) client.write(piece);
  const [request, response] = (await arrived) as [IncomingMessage, ServerResponse];
  await turn();
  return { request, response, client };
}

const chunked = (...texts: readonly string[]): string => {
  const chunks = texts.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`);
  return `${HEAD}transfer-encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`;
};

test.each([
  ['of a length', `${HEAD}content-length: 4\r\n\r\nbody`, 'body'],
  ['in a chunk', chunked('body'), 'body'],
  ['in chunks', chunked('b', 'od', 'y'), 'body'],
  ['that is empty', `${HEAD}content-length: 0\r\n\r\n`, ''],
  ['in chunks, of which there are none', `${HEAD}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`, ''],
])('a body %s that came with its head is there at once', async (_, sent, body) => {
  const { request, response } = await arriving(sent);
  expect(request.complete).toBe(true);
  expect(await readBody(request, response, { limit: LIMIT })).toEqual(Buffer.from(body));
});

test('a body that came with its head and is longer than allowed is too large', async () => {
  const { request, response } = await arriving(chunked('12345', '6789'));
  expect(await readBody(request, response, { limit: LIMIT })).toBe('too-large');
});

test('a body that came with its head gets "100 Continue" if the client asked for it', async () => {
  const sent = `${HEAD}expect: 100-continue\r\ncontent-length: 4\r\n\r\nbody`;
  const { request, response, client } = await arriving(sent);
  expect(await readBody(request, response, { limit: LIMIT })).toEqual(Buffer.from('body'));
  response.end();
  const [heads] = (await once(client.setEncoding('latin1'), 'data')) as [string];
  expect(heads).toMatch(/^HTTP\/1\.1 100 Continue/);
  expect(response.shouldKeepAlive).toBe(true);
});

test('a client of HTTP/1.0 gets no "100 Continue", whatever it expects', async () => {
  const sent = 'POST / HTTP/1.0\r\nexpect: 100-continue\r\ncontent-length: 4\r\n\r\nbody';
  const { request, response, client } = await arriving(sent);
  expect(await readBody(request, response, { limit: LIMIT })).toEqual(Buffer.from('body'));
  response.end();
  const [heads] = (await once(client.setEncoding('latin1'), 'data')) as [string];
  expect(heads).toMatch(/^HTTP\/1\.1 200 OK/);
});

test('a body that comes later is awaited', async () => {
  const { request, response, client } = await arriving(`${HEAD}content-length: 4\r\n\r\nbo`);
  const body = readBody(request, response, { limit: LIMIT });
  client.write('dy');
  expect(await body).toEqual(Buffer.from('body'));
});

test('one whose client goes while it is waited for will not come', async () => {
  const { request, response, client } = await arriving(`${HEAD}content-length: 4\r\n\r\nbo`);
  const body = readBody(request, response, { limit: LIMIT });
  client.destroy();
  await expect(body).rejects.toThrow(ClientGone);
});

test('one whose client has gone before anybody asked for it will not come either', async () => {
  const { request, response, client } = await arriving(`${HEAD}content-length: 4\r\n\r\nbo`);
  client.destroy();
  while (!request.destroyed) await turn();
  await expect(readBody(request, response, { limit: LIMIT })).rejects.toThrow(ClientGone);
});

test('a client that has gone before the body was read is an error', async () => {
  const { request, response, client } = await arriving('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const engineRequest = new NodeRequest(request, response);
  client.destroy();
  while (!response.destroyed) await turn();
  expect(engineRequest.signal.aborted).toBe(true);
});
