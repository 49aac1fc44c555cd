import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { Api, ApiRequest, ApiResponse } from '../api/api-request.ts';
import { createNodeServer } from './node-server.ts';

const TIMEOUTS = { headersMs: 5000, requestMs: 5000, idleMs: 5000 };

/** An engine of one answer for each path. */
function answering(answerOf: (request: ApiRequest) => ApiResponse): Api {
  const refuse = (): ApiResponse => ({ status: 500, headers: {}, body: '' });
  return { handle: async (request) => answerOf(request), complete: (answer) => answer, refuse, refuseMethod: refuse };
}

test('an answer that cannot be sent breaks its own connection only, and is told of', async () => {
  const crashes: unknown[] = [];
  const api = answering(({ target }) => ({
    // What the engine itself throws has gone wrong behind its own guard.
    status: target === '/worse' ? crashing() : 200,
    headers: target === '/bad' ? { 'x-bad': 'two\nlines' } : {},
    body: target,
  }));
  const base = `http://127.0.0.1:${await listening(api, (cause) => crashes.push(cause))}`;

  const asked = await Promise.allSettled(
    ['/one', '/bad', '/worse', '/two'].map(async (path) => (await fetch(base + path)).text()),
  );

  expect(asked.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'broken'))).toEqual([
    '/one',
    'broken',
    'broken',
    '/two',
  ]);
  expect(crashes).toHaveLength(2);
  expect(crashes).toContainEqual(expect.objectContaining({ code: 'ERR_INVALID_CHAR' }));
  expect(crashes).toContainEqual(new Error('a recorder that fails'));
});

test('a peer that says no more with its last request still gets every answer', async () => {
  const port = await listening(
    answering(({ target }) => ({ status: 200, headers: {}, body: target })),
    () => undefined,
  );
  const socket = connect(port, '127.0.0.1');
  socket.end('GET /one HTTP/1.1\r\nHost: x\r\n\r\nGET /two HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK.*\/one.*HTTP\/1\.1 200 OK.*\/two/s);
});

async function listening(api: Api, reportCrash: (cause: unknown) => void): Promise<number> {
  const server = createNodeServer(api, { timeouts: TIMEOUTS, reportCrash });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function crashing(): never {
  throw new Error('a recorder that fails');
}
