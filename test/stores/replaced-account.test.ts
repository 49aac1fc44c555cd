/** A reset or a restore ends the requests in flight, but only if it replaces the account. */

import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { buildEmulator } from '../../emulator/emulator.ts';
import { createMemoryStore } from '../../emulator/store/memory.ts';
import type { MakeStore } from '../../emulator/wiring/engine-state.ts';

const REQUEST = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4 };
const DELAY = [{ match: { operation: 'create' }, effect: { kind: 'delay', ms: 200 }, limit: { hits: 1 } }];

function open(makeStore: MakeStore, bounds: object = {}) {
  const emulator = buildEmulator({ latency: 'manual', ...bounds }, makeStore);
  onTestFinished(() => emulator.close());
  const headers = { authorization: 'Bearer sk_standin_r', 'content-type': 'application/json' };
  const ask = async (call: string, body?: unknown) => {
    const [method = '', path = ''] = call.split(' ');
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await emulator.fetch(new Request(`http://localhost${path}`, init));
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  /** Sends a create that a rule delays. Resolves when the delay has begun. */
  const beginCreate = async () => {
    const create = ask('POST /v1/videos', REQUEST).then(
      ({ status }) => status,
      () => 'aborted',
    );
    while ((await ask('GET /_standin/accounts/r/faults')).body.rules[0].hits === 0) await setTimeout(1);
    return { create };
  };
  return { ask, beginCreate };
}

test('a reset aborts a request that arrives while the store replaces the account', async () => {
  let release = (): void => undefined;
  const events = new EventEmitter();
  const held = once(events, 'held');
  const { ask, beginCreate } = open((bounds, listener) => {
    const store = createMemoryStore(bounds, listener);
    return {
      ...store,
      replace: async (name, replacement) => {
        if (replacement.before !== undefined) {
          const released = new Promise<void>((resolve) => (release = resolve));
          events.emit('held');
          await released;
        }
        return store.replace(name, replacement);
      },
    };
  });
  await ask('POST /v1/videos', REQUEST);
  await ask('PUT /_standin/accounts/r/faults', { rules: DELAY });
  const reset = ask('POST /_standin/accounts/r/reset');
  await held;
  const { create } = await beginCreate();
  release();
  expect([(await reset).status, await create]).toEqual([200, 'aborted']);
  expect((await ask('GET /_standin/accounts/r')).body.counters.created).toBe(0);
});

test('a restore without space for the snapshot aborts nothing', async () => {
  const large = open(createMemoryStore);
  for (let at = 0; at < 4; at += 1) await large.ask('POST /v1/videos', REQUEST);
  const { body: snapshot } = await large.ask('GET /_standin/accounts/r/snapshot');
  const { ask, beginCreate } = open(createMemoryStore, { maxGenerationsPerAccount: 3 });
  await ask('POST /v1/videos', REQUEST);
  await ask('PUT /_standin/accounts/r/faults', { rules: DELAY });
  const { create } = await beginCreate();
  expect((await ask('PUT /_standin/accounts/r/snapshot', snapshot)).status).toBe(503);
  expect(await create).toBe(202);
});
