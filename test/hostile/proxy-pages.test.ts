/** A service behind a proxy that answers with pages and scripts: none of them runs in the origin of the control API. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { KEY, openRig } from '../proxy/rig.ts';
import { sendRequest, type RawResponse } from '../support/raw-http.ts';

const PAGE = '<script>fetch("/_standin/accounts", { method: "DELETE" })</script>';
const OF_THE_SERVICE = {
  'content-type': 'text/html',
  'content-security-policy': "script-src 'unsafe-inline'",
  'service-worker-allowed': '/',
};

interface Rig {
  readonly ask: (path: string, headers?: Record<string, string>) => Promise<RawResponse>;
  /** Returns the number of requests that have reached the service. */
  readonly reached: () => number;
}

/** Opens a proxy before a service that answers every request with a page. */
async function open(): Promise<Rig> {
  let reached = 0;
  const server = createServer((_, response) => {
    reached += 1;
    response.writeHead(200, OF_THE_SERVICE).end(PAGE);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const rig = await openRig(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(async () => {
    await rig.close();
    server.closeAllConnections();
    server.close();
  });
  const { host, port } = new URL(rig.url);
  return {
    ask: (path, headers = {}) =>
      sendRequest(Number(port), path, { headers: { host, authorization: `Bearer ${KEY}`, ...headers } }),
    reached: () => reached,
  };
}

test.each(['/v1/videos/x', '/v1/videos/x/content'])(
  'a page at %s is sandboxed, and sniffed for nothing',
  async (path) => {
    const { ask } = await open();
    const { status, headers, text } = await ask(path, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' });
    expect([status, text]).toEqual([200, PAGE]);
    expect(headers['content-security-policy']).toBe("script-src 'unsafe-inline', sandbox");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers).not.toHaveProperty('service-worker-allowed');
  },
);

test.each([
  ['a tab', 'navigate', 'document'],
  ['a frame', 'navigate', 'iframe'],
  ['an object', 'no-cors', 'object'],
  ['an embedded page', 'no-cors', 'embed'],
  ['a service worker', 'same-origin', 'serviceworker'],
  ['a worker', 'same-origin', 'worker'],
])('a request from a browser for %s does not reach the service', async (_, mode, dest) => {
  const { ask, reached } = await open();
  for (const path of ['/v1/videos/x', '/v1/videos/x/content']) {
    const { status, text } = await ask(path, { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest });
    expect([status, text]).toEqual([400, expect.stringContaining('Call the service from a program')]);
  }
  expect(reached()).toBe(0);
});

test('a video element and a program get the clip', async () => {
  const { ask, reached } = await open();
  for (const headers of [{}, { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'video' }]) {
    expect((await ask('/v1/videos/x/content', headers)).status).toBe(200);
  }
  expect(reached()).toBe(2);
});
