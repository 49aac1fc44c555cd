/** A suite with `useStandin`: each test has an account of its own, whose clock stands still until the test moves it. */

import { useStandin } from 'standin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { carefulClient, type Told } from './clients/careful.ts';

const BODY = { model: 'videomodel-2.5', prompt: 'a small boat in the rain', duration_seconds: 4, resolution: '480p' };

const standin = useStandin({ clock: 'frozen', balance: 1, hooks: { beforeAll, afterAll, beforeEach, afterEach } });

/** The client's pauses become steps of the account's clock. */
function run(onPause: () => Promise<unknown> = async () => undefined): Promise<Told> {
  const { baseUrl: url, apiKey } = standin;
  const task = { url, apiKey, goal: 'make', body: BODY, output: 'clip.mp4', deadlineSeconds: 600 };
  return carefulClient(task, {
    sleep: async (milliseconds) => {
      await standin.clock.advance({ seconds: milliseconds / 1000 });
      await onPause();
    },
    save: async () => undefined,
  });
}

test('a client creates once, polls until the generation has completed, and downloads it', async () => {
  const { outcome, ids } = await run();
  expect(outcome).toBe('delivered');
  await standin.expectRequests(
    [
      { operation: 'create', status: 202 },
      { operation: 'get', generation: ids[0] },
      { operation: 'content', generation: ids[0], status: 200 },
    ],
    { others: 'allowed' },
  );
});

test('a failed generation is an error of the client, and its cost comes back', async () => {
  const fail = async (): Promise<void> => {
    for (const { id } of await standin.generations.list()) {
      await standin.generations.move(id, { status: 'failed', failure: { code: 'capacity_unavailable' } });
    }
  };
  expect(await run(fail)).toMatchObject({ outcome: 'gave-up', error: { code: 'capacity_unavailable' } });
  expect(await standin.ledger()).toMatchObject({ balance_usd: 1, reserved_usd: 0 });
});
