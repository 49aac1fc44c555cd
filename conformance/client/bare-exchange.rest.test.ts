import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { sendBare } from './bare-exchange.ts';
import type { WireResult } from './transport.ts';

/** Returns the result of an exchange with a server that always sends these bytes, and the request that it received. */
async function exchange(
  answer: string,
  { method = 'HEAD', bodyLimit = 1_000_000, keepsOpen = false } = {},
): Promise<{ result: WireResult; asked: string }> {
  let asked = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (chunk: Buffer) => {
      asked = chunk.toString();
      if (keepsOpen) socket.write(answer);
      else socket.end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/videos/x`);
  const signal = new AbortController().signal;
  const result = await sendBare({ method, url, headers: [['X', 'y']], bodyLimit, timeoutMs: 60_000, signal }, '1.0');
  server.close();
  return { result, asked };
}

test('the version and the headers are sent, and bytes after the head of a response to HEAD are read', async () => {
  const { result, asked } = await exchange('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody');
  expect(asked).toMatch(/^HEAD \/v1\/videos\/x HTTP\/1\.0\r\nHost: [^\r]+\r\nConnection: close\r\nX: y\r\n\r\n$/);
  expect(result).toMatchObject({ status: 200, headers: [['Content-Length', '4']], body: Buffer.from('body') });
});

test('an interim response is skipped, and the end of an open connection is not awaited', async () => {
  const { result } = await exchange(
    'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 404 Not Found\r\nA: b\r\n\r\n',
    { keepsOpen: true },
  );
  expect(result).toMatchObject({ status: 404, headers: [['A', 'b']], body: Buffer.alloc(0) });
});

test('a chunked body is joined', async () => {
  const { result } = await exchange(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nbody\r\n1\r\n!\r\n0\r\n\r\n',
  );
  expect(result).toMatchObject({ status: 200, body: Buffer.from('body!') });
});

test('the result names HTTP/1.0 as the version of the response', async () => {
  expect((await exchange('HTTP/1.0 200 OK\r\n\r\n')).result).toMatchObject({ connection: { version: '1.0' } });
});

test('bytes that are not HTTP are not a response', async () => {
  expect((await exchange('hello')).result).toMatchObject({ kind: 'reset' });
});

test('a body of many small chunks is joined', async () => {
  const chunks = '1\r\nx\r\n'.repeat(100_000);
  const { result } = await exchange(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`, {
    method: 'GET',
  });
  expect(result).toMatchObject({ status: 200, body: { length: 100_000 } });
});

test('bytes beyond the limit of a body or of the headers are not read', async () => {
  const body = await exchange(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(2_000_000)}`, {
    method: 'GET',
    bodyLimit: 1000,
    keepsOpen: true,
  });
  expect(body.result).toMatchObject({ status: 200, body: { length: 1000 }, complete: false });
  const headers = await exchange(`HTTP/1.1 200 OK\r\n${'X-Long: 1\r\n'.repeat(200_000)}`, { keepsOpen: true });
  expect(headers.result).toEqual({
    kind: 'reset',
    message: 'The headers of the response are longer than 65536 bytes.',
  });
});

/** Starts a server that sends the first text at once, and the second text after the body. */
async function held(early: string, late: string): Promise<{ result: WireResult; before: string }> {
  let [before, all] = ['', ''];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      all += chunk.toString();
      if (all.endsWith('body')) socket.end(late);
      else {
        before = all;
        socket.write(early);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/videos`);
  const body = Buffer.from('body');
  const wire = { method: 'POST', url, headers: [], body, bodyLimit: 1000, timeoutMs: 60_000 } as const;
  const { signal } = new AbortController();
  const result = await sendBare({ ...wire, signal, holdsBody: true, quietMs: 100 }, '1.1');
  server.close();
  return { result, before };
}

test('a body that is held back is sent only after the server asks for it', async () => {
  const { result, before } = await held('HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 202 Accepted\r\n\r\n');
  expect(before).toMatch(/\r\n\r\n$/);
  expect(result).toMatchObject({
    status: 202,
    connection: { version: '1.1', isClosed: true, isUnasked: false, interim: [100] },
  });
});

test('a final response ends the wait for a body, and an open connection is reported', async () => {
  const { result } = await held('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n', '');
  expect(result).toMatchObject({ status: 401, connection: { isClosed: false, isUnasked: false, interim: [] } });
});

test('a body that the server does not ask for is sent in the end, and this is reported', async () => {
  const { result } = await held('', 'HTTP/1.1 202 Accepted\r\n\r\n');
  expect(result).toMatchObject({ status: 202, connection: { isUnasked: true } });
}, 20_000);

test('a body that ends before its length is not complete', async () => {
  const { result } = await exchange('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody', { method: 'GET' });
  expect(result).toMatchObject({ status: 200, complete: false });
});
