/** The careful client where the service is not kind: refused in a burst, cut off in a download, with an answer that is lost. */

import { createEmulator, type Emulator } from 'standin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carefulClient, type Told } from './careful.ts';

const BODY = { model: 'videomodel-2.5', prompt: 'a small boat in the rain', duration_seconds: 4, resolution: '480p' };

let emulator: Emulator;
let url: string;
beforeAll(async () => {
  emulator = createEmulator({ latency: 'polls:1,1' });
  ({ url } = await emulator.listen({ port: 0 }));
});
afterAll(() => emulator.close());

interface Run {
  readonly told: Told;
  readonly waits: readonly number[];
  readonly ranges: readonly (string | null)[];
  readonly saved: readonly Uint8Array[];
}

/** Its waits are noted instead of waited for, and its file is kept in memory. */
async function run(apiKey: string): Promise<Run> {
  const [waits, ranges, saved]: [number[], (string | null)[], Uint8Array[]] = [[], [], []];
  const task = { url, apiKey, goal: 'make', body: BODY, output: 'clip.mp4', deadlineSeconds: 600 };
  const told = await carefulClient(task, {
    sleep: async (ms) => waits.push(ms),
    save: async (_path, bytes) => void saved.push(bytes),
    fetch: (path, init) => {
      if (path.endsWith('/content')) ranges.push(new Headers(init.headers).get('range'));
      return fetch(path, init);
    },
  });
  return { told, waits, ranges, saved };
}

/** Micro-dollars: four seconds at 480p, once. */
const ONCE = 480_000;

test('a burst of 429 is waited out, and ends in one generation', async () => {
  const { told, waits } = await run('sk_standin_burst~scenario-rate_limit_burst_then_ok');
  expect(told.outcome).toBe('delivered');
  expect(waits.slice(0, 3).every((ms) => ms >= 1000)).toBe(true);
  expect((await emulator.account('burst').ledger()).captured).toBe(ONCE);
});

test('a download that is cut at 40 percent is resumed, and is the whole clip', async () => {
  const { told, ranges, saved } = await run('sk_standin_cut~scenario-content_cut_at_40');
  expect(ranges).toEqual([null, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  const clip = await emulator.account('cut').clip(told.ids[0] ?? '');
  expect(saved.map((bytes) => Buffer.compare(bytes, clip ?? Buffer.alloc(0)))).toEqual([0]);
});

test('a failure that a retry cannot fix is reported immediately', async () => {
  const { told, waits } = await run('sk_standin_poor~balance-0.1');
  expect(told).toMatchObject({ outcome: 'gave-up', error: { status: 402, code: 'insufficient_credits' } });
  expect(waits).toEqual([]);
});

test('an answer that is lost after the reservation costs nothing twice: the key of the first attempt comes again', async () => {
  const { told } = await run('sk_standin_lost~scenario-accepted_then_reset');
  expect(told.outcome).toBe('delivered');
  expect((await emulator.account('lost').ledger()).captured).toBe(ONCE);
});

/** Counts the creates of a batch of two that can pay for only one clip, if the first ends in this way. */
async function createsOfTwo(label: string, prompt: string, hasContent: boolean): Promise<number> {
  let creates = 0;
  const body = [0, 1].map((one) => ({ ...BODY, prompt: `${prompt}, part ${one}` }));
  const apiKey = `sk_standin_${label}~balance-0.48`;
  const task = { url, apiKey, goal: 'batch', body, output: 'clips', deadlineSeconds: 600 };
  const told = await carefulClient(task, {
    sleep: () => Promise.resolve(),
    save: () => Promise.resolve(),
    fetch: async (path, init) => {
      creates += init.method === 'POST' ? 1 : 0;
      if (path.endsWith('/content') && !hasContent) throw new Error('The line is dead.');
      return fetch(path, init);
    },
  });
  expect(told.outcome).toBe('gave-up');
  return creates;
}

test('a create that got 402 is sent again after a refund', async () => {
  expect(await createsOfTwo('refund', 'a kite [[standin:fails_while_running_refund]]', true)).toBe(3);
});

test('a download that fails brings no refund, and so no create comes again', async () => {
  expect(await createsOfTwo('no-refund', 'a kite', false)).toBe(2);
});
