/**
 * Replicas and their store are killed under load, and replicas are restarted one after the other: nothing that was acknowledged is
 * lost, nothing is charged twice. KILLS says how often; CI kills more.
 */

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnServer, type SpawnedServer } from '../support/spawned-server.ts';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { COST, CREATE } from './two-replicas.ts';

const KILLS = Number(process.env['KILLS'] ?? 1);
const CLIENTS = 6;
const LOAD_MS = 200;

const authorization = 'Bearer sk_standin_kill';

interface Answer {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

async function ask(server: SpawnedServer, path: string, init: Init = {}): Promise<Answer> {
  const headers = { authorization, 'content-type': 'application/json', ...init.headers };
  const response = await fetch(`${server.url}${path}`, { ...init, headers });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** Clients that create, each again with the same key until it gets its answer. */
class Load {
  /** The id that each key was answered with. */
  readonly acknowledged = new Map<string, string>();
  /** Answers that are neither a generation nor a 503. */
  readonly odd: unknown[] = [];
  /** Answers of 503, and connections that failed. */
  refused = 0;
  failed = 0;
  readonly #replicas: SpawnedServer[];
  #isOver = false;
  #keys = 0;

  constructor(replicas: SpawnedServer[]) {
    this.#replicas = replicas;
  }

  async run(work: () => Promise<void>): Promise<void> {
    const clients = Array.from({ length: CLIENTS }, (_, at) => this.#client(at));
    await work();
    this.#isOver = true;
    await Promise.all(clients);
  }

  async #client(at: number): Promise<void> {
    while (!this.#isOver) {
      this.#keys += 1;
      const key = `key-${at}-${this.#keys}`;
      const id = await this.#create(key, at);
      this.acknowledged.set(key, id);
    }
  }

  async #create(key: string, at: number): Promise<string> {
    for (let attempt = at; ; attempt += 1) {
      const replica = this.#replicas[attempt % this.#replicas.length];
      const answer = replica && (await createAt(replica, key).catch(() => undefined));
      if (answer?.status === 202) return answer.body.id;
      if (answer === undefined) this.failed += 1;
      else if (answer.status === 503) this.refused += 1;
      else this.odd.push(answer);
      await sleep(10);
    }
  }
}

function createAt(replica: SpawnedServer, key: string): Promise<Answer> {
  return ask(replica, '/v1/videos', {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: JSON.stringify(CREATE),
  });
}

/** Each key made one generation, which is there and was charged once; the ledger is exact. */
async function expectExact(replica: SpawnedServer, { acknowledged, odd }: Load): Promise<void> {
  expect(odd).toEqual([]);
  const { ledger, counters } = (await ask(replica, '/_standin/accounts/kill')).body;
  expect(counters.created).toBe(acknowledged.size);
  expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
  expect(ledger.reserved_usd).toBeCloseTo(acknowledged.size * COST, 6);
  expect(ledger.balance_usd).toBeCloseTo(ledger.granted_usd - ledger.reserved_usd, 6);
  const ids = new Set<string>();
  for (let offset = 0; offset < acknowledged.size; offset += 1000) {
    const page = await ask(replica, `/_standin/accounts/kill/generations?limit=1000&offset=${offset}`);
    for (const { id } of page.body.generations as { id: string }[]) ids.add(id);
  }
  expect([...acknowledged.values()].filter((id) => !ids.has(id))).toEqual([]);
}

describeStore('under load', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore('--appendonly', 'yes', '--appendfsync', 'always');
  });
  afterAll(() => server.stop());

  const open = (store: string): Promise<SpawnedServer> =>
    spawnServer(['--store', store, '--latency', 'manual', '--balance', '1000000', '--no-journal']);

  test(`replicas are killed ${KILLS} times: nothing is lost, nothing is charged twice`, async () => {
    const store = server.nextUrl();
    const replicas = await Promise.all([open(store), open(store)]);
    const load = new Load(replicas);
    await load.run(async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(LOAD_MS);
        replicas[kill % 2]?.process.kill('SIGKILL');
        replicas[kill % 2] = await open(store);
      }
    });
    expect(load.acknowledged.size).toBeGreaterThan(0);
    await expectExact(replicas[0] ?? (await open(store)), load);
  });

  test(`the store is killed ${KILLS} times: nothing is lost, nothing is charged twice`, async () => {
    const store = server.nextUrl();
    const replicas = await Promise.all([open(store), open(store)]);
    const load = new Load(replicas);
    await load.run(async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(LOAD_MS);
        await server.kill();
        await sleep(50);
        await server.start();
        const before = load.acknowledged.size;
        while (load.acknowledged.size === before) await sleep(10);
      }
    });
    expect(load.refused).toBeGreaterThan(0);
    await expectExact(replicas[0] ?? (await open(store)), load);
  });

  test('replicas are restarted one after the other: no request fails but those that the closing socket refuses', async () => {
    const store = server.nextUrl();
    const replicas = await Promise.all([open(store), open(store)]);
    const load = new Load(replicas);
    await load.run(async () => {
      for (const at of [0, 1]) {
        await sleep(LOAD_MS);
        const old = replicas[at];
        // As a balancer does: the new one first.
        replicas[at] = await open(store);
        old?.process.kill('SIGTERM');
        if (old !== undefined) expect(await once(old.process, 'exit')).toEqual([0, null]);
      }
      await sleep(LOAD_MS);
    });
    expect(load.refused).toBe(0);
    await expectExact(replicas[0] ?? (await open(store)), load);
  });
});
