/** Free and taken ports. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

import { freePort, LOOPBACK } from './free-port.ts';

test('a taken port returns undefined, and 0 finds a free port', async () => {
  const port = (await freePort(0)) ?? 0;
  const server = createServer().listen(port, LOOPBACK);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(await freePort(port)).toBeUndefined();
});

test('a free port is returned as it was asked for, and is free afterwards', async () => {
  const port = (await freePort(0)) ?? 0;
  expect(await freePort(port)).toBe(port);
  expect(await freePort(port)).toBe(port);
});

test('a port that no machine has is an error, not an answer', async () => {
  await expect(freePort(70_000)).rejects.toThrow('70000');
});
