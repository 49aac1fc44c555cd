/**
 * Replicas and their store are killed under load, and replicas restart one after the other. No acknowledged create is
 * lost, and nothing is charged twice. KILLS sets the number of kills. CI kills more.
 */

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { expectExact, Load, openLoaded } from './load.ts';

const KILLS = Number(process.env['KILLS'] ?? 1);
const LOAD_MS = 200;

describeStore('under load', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore('--appendonly', 'yes', '--appendfsync', 'always');
  });
  afterAll(() => server.stop());

  test(`replicas are killed ${KILLS} times: nothing is lost, nothing is charged twice`, async () => {
    const store = server.nextUrl();
    const replicas = await Promise.all([openLoaded(store), openLoaded(store)]);
    const load = new Load(replicas);
    await load.run(async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(LOAD_MS);
        replicas[kill % 2]?.process.kill('SIGKILL');
        replicas[kill % 2] = await openLoaded(store);
      }
    });
    expect(load.acknowledged.size).toBeGreaterThan(0);
    await expectExact(replicas[0] ?? (await openLoaded(store)), load);
  });

  test(`the store is killed ${KILLS} times: nothing is lost, nothing is charged twice`, async () => {
    const store = server.nextUrl();
    const replicas = await Promise.all([openLoaded(store), openLoaded(store)]);
    const load = new Load(replicas);
    await load.run(async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(LOAD_MS);
        while (load.acknowledged.size === 0) await sleep(10);
        await server.kill();
        await sleep(50);
        await server.start();
        const before = load.acknowledged.size;
        while (load.acknowledged.size === before) await sleep(10);
      }
    });
    expect(load.refused).toBeGreaterThan(0);
    // No replica ends.
    expect(load.failed).toBe(0);
    await expectExact(replicas[0] ?? (await openLoaded(store)), load);
  });

  test('replicas are restarted one after the other: no request fails but those that the closing socket refuses', async () => {
    const store = server.nextUrl();
    const replicas = await Promise.all([openLoaded(store), openLoaded(store)]);
    const load = new Load(replicas);
    await load.run(async () => {
      for (const at of [0, 1]) {
        await sleep(LOAD_MS);
        const old = replicas[at];
        // Like a load balancer, the test opens the new replica first.
        replicas[at] = await openLoaded(store);
        old?.process.kill('SIGTERM');
        if (old !== undefined) expect(await once(old.process, 'exit')).toEqual([0, null]);
      }
      await sleep(LOAD_MS);
    });
    expect(load.refused).toBe(0);
    await expectExact(replicas[0] ?? (await openLoaded(store)), load);
  });
});
