/** Replicas over a cluster of three nodes: all of an account is on one node, whatever its name. */

import { createClient } from '@redis/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { clientOf, COST, CREATE, openTwo } from './two-replicas.ts';

const LAST_SLOT = 16_383;

async function ask(port: number, ...command: readonly string[]): Promise<string> {
  const client = await createClient({ url: `redis://127.0.0.1:${port}` }).connect();
  const reply: unknown = await client.sendCommand([...command]);
  client.destroy();
  return String(reply);
}

/** Joins nodes, and gives each a third of the slots. */
async function joinCluster(nodes: readonly StoreServer[]): Promise<void> {
  const [first] = nodes;
  for (const [at, { port }] of nodes.entries()) {
    const bounds = [at, at + 1].map((part) => Math.ceil((part * (LAST_SLOT + 1)) / nodes.length));
    await ask(port, 'CLUSTER', 'ADDSLOTSRANGE', String(bounds[0]), String((bounds[1] ?? 0) - 1));
    await ask(port, 'CLUSTER', 'SET-CONFIG-EPOCH', String(at + 1));
    if (at > 0) await ask(port, 'CLUSTER', 'MEET', '127.0.0.1', String(first?.port), String(first?.clusterPort));
  }
  for (const { port } of nodes) {
    while (!(await ask(port, 'CLUSTER', 'INFO')).includes('cluster_state:ok')) await sleep(50);
    while ((await ask(port, 'CLUSTER', 'NODES')).trim().split('\n').length < nodes.length) await sleep(50);
  }
}

describeStore('over a cluster', () => {
  const nodes: StoreServer[] = [];
  beforeAll(async () => {
    for (let node = 0; node < 3; node += 1) nodes.push(await startStore('--cluster-enabled', 'yes'));
    await joinCluster(nodes);
  });
  afterAll(async () => void (await Promise.all(nodes.map((node) => node.stop()))));

  test('accounts on all of its nodes are created, polled, listed and deleted by either replica', async () => {
    const store = `redis://127.0.0.1:${nodes[0]?.port}`;
    const [, , replicas] = openTwo({ latency: 'manual', store });
    const labels = Array.from({ length: 12 }, (_, at) => `cluster-${at}`);
    for (const [at, label] of labels.entries()) {
      const [here, there] = [replicas[at % 2], replicas[(at + 1) % 2]].map(
        (replica) => replica && clientOf(replica, label),
      );
      if (here === undefined || there === undefined) throw new Error('There are two replicas.');
      const headers = { 'idempotency-key': 'k' };
      const sent = [here, there, here, there].map((one) => one('POST /v1/videos', { body: CREATE, headers }));
      const ids = new Set((await Promise.all(sent)).map(({ body }) => body.id));
      expect(ids.size).toBe(1);
      expect((await there(`GET /v1/videos/${[...ids][0]}`)).status).toBe(200);
      expect((await here(`GET /_standin/accounts/${label}`)).body.ledger.reserved_usd).toBe(COST);
      const entries = async () => (await there(`GET /_standin/accounts/${label}/journal`)).body.entries.length;
      await expect.poll(entries).toBe(5);
    }
    const [one, other] = replicas.map((replica) => clientOf(replica));
    expect((await one?.('GET /_standin/accounts?prefix=cluster-'))?.body.total).toBe(labels.length);
    await other?.('DELETE /_standin/accounts/cluster-3');
    expect((await one?.('GET /_standin/accounts?prefix=cluster-'))?.body.total).toBe(labels.length - 1);
    const used = await Promise.all(nodes.map(({ port }) => ask(port, 'DBSIZE')));
    expect(used.every((keys) => Number(keys) > 0)).toBe(true);
  });
});
