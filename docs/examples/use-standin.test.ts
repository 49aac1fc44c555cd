/** A suite with `useStandin`: each test has an account of its own, whose clock stands still until the test moves it. */

import { useStandin } from 'standin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { create, finish } from './careful-client.ts';

const REQUEST = {
  model: 'videomodel-2.5',
  prompt: 'a paper boat in the rain',
  duration_seconds: 4,
  resolution: '480p',
};

const standin = useStandin({ clock: 'frozen', balance: 1, hooks: { beforeAll, afterAll, beforeEach, afterEach } });

/** The client's pauses become steps of the account's clock. */
const client = () => ({
  baseUrl: standin.baseUrl,
  apiKey: standin.apiKey,
  sleep: (milliseconds: number) => standin.clock.advance({ seconds: milliseconds / 1000 }),
});

test('a client polls until the generation has completed', async () => {
  const { id } = await create(client(), REQUEST);
  expect(await finish(client(), id)).toMatchObject({ id, status: 'completed' });
  await standin.expectRequests([
    { operation: 'create', status: 202 },
    { operation: 'get', generation: id },
    { operation: 'get', generation: id },
    { operation: 'get', generation: id },
  ]);
});

test('a failed generation is an error of the client, and its cost comes back', async () => {
  const { id } = await create(client(), REQUEST);
  await standin.generations.move(id, { status: 'failed', failure: { code: 'capacity_unavailable' } });
  await expect(finish(client(), id)).rejects.toThrow('capacity_unavailable');
  expect(await standin.ledger()).toMatchObject({ balance_usd: 1, reserved_usd: 0 });
});
