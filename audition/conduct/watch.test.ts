import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { countOpenRequests } from './watch.ts';

test('a request counts on its own port, from its arrival to the end of its response', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [open, elsewhere] = [countOpenRequests(port), countOpenRequests(port + 1)];
  const answering = fetch(`http://127.0.0.1:${port}/`);
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  expect([open.count, elsewhere.count]).toEqual([1, 0]);
  response.end('done');
  expect(await (await answering).text()).toBe('done');
  await expect.poll(() => open.count).toBe(0);
  open.close();
  elsewhere.close();
  server.close();
  server.closeAllConnections();
});
