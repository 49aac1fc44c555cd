/** The set of open servers. */

import { expect, test } from 'vitest';
import type { Api } from '../api/messages.ts';
import { createSockets } from './sockets.ts';
import { readSettings } from '../settings/read.ts';
import { createMemoryBudget } from '../../lib/memory-budget.ts';

test('a server that was closed is not open', async () => {
  const unused = (): never => {
    throw new Error('no request is sent');
  };
  const api: Api = { handle: unused, complete: unused, refuse: unused, refuseMethod: unused };
  const parts = { budget: createMemoryBudget(1), reportCrash: unused, otherOrigin: api, opened: async () => {} };
  const sockets = createSockets(api, readSettings({ port: 0 }), parts);
  const [first, second] = [await sockets.listen(), await sockets.listen()];
  await first.close();
  expect(sockets.isOpen()).toBe(true);
  await second.close();
  expect(sockets.isOpen()).toBe(false);
  await sockets.listen();
  await sockets.close();
  expect(sockets.isOpen()).toBe(false);
});
