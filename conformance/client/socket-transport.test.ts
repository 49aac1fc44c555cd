import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import { createSocketTransport } from './socket-transport.ts';
import type { WireResult } from './transport.ts';

/** What the transport says of a server when it is asked over TLS. */
async function said(server: Server): Promise<WireResult> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = createSocketTransport(1);
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const signal = new AbortController().signal;
  const result = await transport.send({ method: 'GET', url, headers: [], timeoutMs: 30_000, bodyLimit: 1000, signal });
  transport.close();
  server.close();
  return result;
}

test('a server that answers in plain HTTP does not speak TLS', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  expect(await said(server)).toEqual({
    kind: 'tls',
    message: 'It does not speak TLS; the base URL may have to begin with http://.',
  });
});

test('a server that speaks TLS and refuses the handshake is not said to speak none', async () => {
  const server = createTlsServer({});
  server.on('tlsClientError', () => undefined);
  expect(await said(server)).toEqual({
    kind: 'tls',
    message: expect.stringMatching(/^The TLS handshake failed: .*handshake failure\.$/) as unknown,
  });
});
