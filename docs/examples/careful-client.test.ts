/** The careful client where the service is not kind: refused in a burst, cut off in a download. */

import { createEmulator, type Emulator } from 'standin';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { create, download, finish, type Options } from './careful-client.ts';

const REQUEST = {
  model: 'videomodel-2.5',
  prompt: 'a paper boat in the rain',
  duration_seconds: 4,
  resolution: '480p',
};

let emulator: Emulator;
let baseUrl: string;
beforeAll(async () => {
  emulator = createEmulator({ latency: 'polls:1,1' });
  ({ url: baseUrl } = await emulator.listen({ port: 0 }));
});
afterAll(() => emulator.close());

/** Waits are noted instead of waited for. */
function clientOf(apiKey: string): Options & { readonly waits: number[] } {
  const waits: number[] = [];
  return { baseUrl, apiKey, waits, sleep: async (milliseconds) => waits.push(milliseconds) };
}

test('a burst of 429 is waited out, and ends in one generation', async () => {
  const client = clientOf('sk_standin_burst~scenario-rate_limit_burst_then_ok');
  const { status } = await create(client, REQUEST);
  expect(status).toBe('pending');
  expect(client.waits.length).toBe(3);
  expect(Math.min(...client.waits)).toBeGreaterThanOrEqual(1000);
  // Micro-dollars: four seconds at 480p, once.
  expect((await emulator.account('burst').ledger()).reserved).toBe(480_000);
});

test('a download that is cut at 40 percent is resumed, and is the whole clip', async () => {
  const client = clientOf('sk_standin_cut~scenario-content_cut_at_40');
  const { id } = await create(client, REQUEST);
  await finish(client, id);
  const asked = vi.spyOn(globalThis, 'fetch');
  const resumed = await download(client, id);
  const ranges = asked.mock.calls.map(([, init]) => new Headers(init?.headers).get('range'));
  expect(ranges).toEqual([null, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  const uncut = await download(client, id);
  expect(resumed.subarray(4, 8).toString()).toBe('ftyp');
  expect(resumed.equals(uncut)).toBe(true);
});

test('what is not worth another try is told at once', async () => {
  const client = clientOf('sk_standin_poor~balance-0.1');
  await expect(create(client, REQUEST)).rejects.toThrow('402 insufficient_credits');
  expect(client.waits).toEqual([]);
});

test('an answer that is lost after the reservation costs nothing twice: the key of the first attempt comes again', async () => {
  const client = clientOf('sk_standin_lost~scenario-accepted_then_reset');
  await create(client, REQUEST);
  expect(client.waits.length).toBe(1);
  expect((await emulator.account('lost').ledger()).reserved).toBe(480_000);
});
