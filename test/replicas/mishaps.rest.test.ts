/**
 * Mishaps of a store under load: nothing that was acknowledged is lost, nothing is charged twice. An emptied store has
 * no accounts, but what is created after that is exact.
 */

import { createClient } from '@redis/client';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { expectExact, Load, openLoaded } from './load.ts';

/** How often each mishap happens. CI takes more. */
const KILLS = Number(process.env['KILLS'] ?? 1);
const LOAD_MS = 200;

type Admin = (...command: string[]) => Promise<unknown>;

async function adminOf(url: string): Promise<Admin> {
  const client = await createClient({ url }).connect();
  onTestFinished(() => client.destroy());
  return (...command) => client.sendCommand(command);
}

describeStore('under load', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore('--appendonly', 'yes', '--appendfsync', 'always');
  });
  afterAll(() => server.stop());

  test.each([
    { mishap: 'the scripts of the store are flushed', command: ['SCRIPT', 'FLUSH'] },
    { mishap: 'the store cuts all connections', command: ['CLIENT', 'KILL', 'TYPE', 'normal'] },
    { mishap: 'the store cuts all subscribers', command: ['CLIENT', 'KILL', 'TYPE', 'pubsub'] },
    { mishap: 'the store has no memory left for a while', command: ['CONFIG', 'SET', 'maxmemory', '1mb'] },
  ])('$mishap', async ({ command }) => {
    const store = server.nextUrl();
    const replicas = await Promise.all([openLoaded(store), openLoaded(store)]);
    const admin = await adminOf(store);
    const load = new Load(replicas);
    await load.run(async () => {
      for (let nth = 0; nth < KILLS; nth += 1) {
        await sleep(LOAD_MS);
        await admin(...command);
        await sleep(50);
        await admin('CONFIG', 'SET', 'maxmemory', '0');
        const before = load.acknowledged.size;
        while (load.acknowledged.size === before) await sleep(10);
      }
    });
    await expectExact(await openLoaded(store), load);
  });

  test('the store or a replica stands still for two seconds', async () => {
    const store = server.nextUrl();
    const replicas = await Promise.all([openLoaded(store), openLoaded(store)]);
    const load = new Load(replicas);
    await load.run(async () => {
      for (const child of [server.process, replicas[0]?.process]) {
        await sleep(LOAD_MS);
        child?.kill('SIGSTOP');
        await sleep(2000);
        child?.kill('SIGCONT');
        const before = load.acknowledged.size;
        while (load.acknowledged.size === before) await sleep(10);
      }
    });
    await expectExact(await openLoaded(store), load);
  });

  test('the store is emptied: what is created after that is exact', async () => {
    const store = server.nextUrl();
    const replicas = await Promise.all([openLoaded(store), openLoaded(store)]);
    const [before, after] = [new Load(replicas), new Load(replicas)];
    await before.run(async () => {
      for (let nth = 0; nth < KILLS; nth += 1) {
        await sleep(LOAD_MS);
        await server.empty(store);
      }
    });
    expect(before.odd).toEqual([]);
    await server.empty(store);
    await after.run(() => sleep(LOAD_MS));
    await expectExact(replicas[0] ?? (await openLoaded(store)), after);
    for (const { process: child } of replicas) {
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    }
  });
});
