import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import type { HeaderLine } from './exchange.ts';
import { createSocketTransport } from './socket-transport.ts';
import type { WireResult } from './transport.ts';

interface Asked {
  readonly scheme?: 'http' | 'https';
  readonly method?: string;
  readonly cutAfter?: number;
}

/** Returns the transport's result for a request to this server, by default over TLS. */
async function said(server: Server, { scheme = 'https', method = 'GET', cutAfter }: Asked = {}): Promise<WireResult> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = createSocketTransport(1);
  const url = new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const signal = new AbortController().signal;
  const wire = { method, url, headers: [], timeoutMs: 30_000, bodyLimit: 1000, cutAfter, signal };
  const result = await transport.send(wire);
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
    message: 'The server does not use TLS. Try a base URL that begins with http://.',
  });
});

test('a refused handshake of a TLS server is not reported as a server without TLS', async () => {
  const server = createTlsServer({});
  server.on('tlsClientError', () => undefined);
  expect(await said(server)).toEqual({
    kind: 'tls',
    message: expect.stringMatching(/^The TLS handshake failed: .*handshake failure\.$/) as unknown,
  });
});

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n';

/** Returns a server that interrupts this number of responses in the middle of the body, by a reset or a normal end. */
function breakingOff(times: number, how: 'reset' | 'end'): { readonly server: Server; readonly asked: () => number } {
  let asked = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      asked += 1;
      if (asked > times) return void socket.end(`${HEAD}whole one`);
      socket.write(`${HEAD}half`, () => {
        // A reset may overtake written bytes.
        if (how === 'reset') setTimeout(() => socket.resetAndDestroy(), 50);
        else socket.end();
      });
    });
  });
  return { server, asked: () => asked };
}

test.each(['reset', 'end'] as const)('a body that is interrupted once with a %s is requested again', async (how) => {
  const { server, asked } = breakingOff(1, how);
  expect(await said(server, { scheme: 'http' })).toMatchObject({ complete: true, body: Buffer.from('whole one') });
  expect(asked()).toBe(2);
});

test.each(['reset', 'end'] as const)('a response that is interrupted twice with a %s is not complete', async (how) => {
  const { server, asked } = breakingOff(2, how);
  expect(await said(server, { scheme: 'http' })).toMatchObject({ complete: false, body: Buffer.from('half') });
  expect(asked()).toBe(2);
});

test('a create is not repeated, and neither is a request that the client cut', async () => {
  const create = breakingOff(1, 'end');
  const result = await said(create.server, { scheme: 'http', method: 'POST' });
  expect(result).toMatchObject({ complete: false });
  expect(create.asked()).toBe(1);
  const cut = breakingOff(0, 'end');
  expect(await said(cut.server, { scheme: 'http', cutAfter: 5 })).toMatchObject({ complete: false });
  expect(cut.asked()).toBe(1);
});

test('the failure contains bytes that are not HTTP', async () => {
  const server = createServer((socket) => void socket.once('data', () => socket.end('220 mail.example.com ESMTP\r\n')));
  const result = await said(server, { scheme: 'http' });
  expect(result).toMatchObject({ kind: 'protocol', came: Buffer.from('220 mail.example.com ESMTP\r\n') });
});

test('a chunked request uses a separate connection', async () => {
  const heads: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      heads.push(chunk.toString('latin1'));
      if (/\r\n\r\n(0\r\n\r\n|2\r\n\{\}\r\n0\r\n\r\n)?$/.test(chunk.toString('latin1')))
        socket.write(`${HEAD}whole one`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = createSocketTransport(1);
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const wire = {
    method: 'GET',
    url,
    headers: [],
    timeoutMs: 30_000,
    bodyLimit: 1000,
    signal: new AbortController().signal,
  };
  await transport.send(wire);
  const headers: HeaderLine[] = [['Transfer-Encoding', 'chunked']];
  await transport.send({ ...wire, method: 'POST', headers, body: Buffer.from('{}'), chunked: true });
  await transport.send(wire);
  transport.close();
  server.close();
  expect(heads.join('').match(/transfer-encoding: chunked/gi)).toHaveLength(1);
  expect(connections).toBe(2);
});
