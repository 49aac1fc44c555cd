import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
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
  const server = createNodeServer(api, { timeouts: TIMEOUTS, reportCrash: (cause) => crashes.push(cause) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

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

function crashing(): never {
  throw new Error('a recorder that fails');
}
