/** Clients that create over several replicas until a test is over, and what has to hold of all that was acknowledged. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { spawnServer, type SpawnedServer } from '../support/spawned-server.ts';
import { COST, CREATE } from './two-replicas.ts';

const CLIENTS = 6;

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
export class Load {
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
export async function expectExact(replica: SpawnedServer, { acknowledged, odd }: Load): Promise<void> {
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

/** Starts a replica whose creates stay pending. */
export function openLoaded(store: string, options: Parameters<typeof spawnServer>[1] = {}): Promise<SpawnedServer> {
  return spawnServer(['--store', store, '--latency', 'manual', '--balance', '1000000', '--no-journal'], options);
}
