/**
 * A failover under load: a replica of the store that lacks the last writes becomes the store. The promises of
 * docs/replicas-limits.md hold: each account returns as one unit, and clients notice only 503 responses.
 */

import { createClient } from '@redis/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMovingAddress, type MovingAddress } from '../support/store/moving-address.ts';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { COST, CREATE, openTwo, type Ask } from './two-replicas.ts';

const CLIENTS = 6;
/** Creates between two steps of the failover. */
const SOME = 20;

/** Clients that create generations, poll them, and read the ledger. */
class Load {
  /** The acknowledged generations, in order. */
  readonly made: { readonly key: string; readonly id: string }[] = [];
  readonly created = new Set<number>();
  readonly polled = new Set<number>();
  readonly balances: number[] = [];
  readonly #asks: readonly Ask[];
  #isOver = false;

  constructor(asks: readonly Ask[]) {
    this.#asks = asks;
  }

  async run(work: () => Promise<void>): Promise<void> {
    const clients = Array.from({ length: CLIENTS }, (_, at) => this.#client(at));
    try {
      await work();
    } finally {
      this.#isOver = true;
      await Promise.all(clients);
    }
  }

  /** Waits for so many more creates. */
  async more(count: number): Promise<void> {
    for (const until = this.made.length + count; this.made.length < until;) await sleep(5);
  }

  async #client(at: number): Promise<void> {
    for (let turn = at; !this.#isOver; turn += 1) {
      const ask = this.#asks[turn % this.#asks.length] ?? missing();
      const key = `key-${at}-${turn}`;
      const { status, body } = await ask('POST /v1/videos', { body: CREATE, headers: { 'idempotency-key': key } });
      this.created.add(status);
      if (status === 202) {
        this.made.push({ key, id: body.id });
        this.polled.add((await ask(`GET /v1/videos/${body.id}`)).status);
      }
      const account = await ask('GET /_standin/accounts/two');
      if (account.status === 200) this.balances.push(account.body.ledger.balance_usd);
      await sleep(5);
    }
  }
}

function missing(): never {
  throw new Error('There are two replicas.');
}

/** Resolves once the replica of a store has all earlier writes. */
async function replicated(store: StoreServer): Promise<void> {
  const client = await clientOf(store);
  try {
    await client.set('{failover}:mark', 'here');
    expect(await client.sendCommand(['WAIT', '1', '10000'])).toBe(1);
  } finally {
    client.destroy();
  }
}

/** Resolves once a replica has found its store again. Each replica searches at its own time. */
async function back(ask: Ask): Promise<void> {
  while ((await ask('GET /_standin/health/ready')).status !== 200) await sleep(20);
}

/** Resolves once a replica of a store follows it. */
async function following(store: Client): Promise<void> {
  for (;;) {
    const info = await store.info('replication');
    if (info.includes('master_link_status:up')) return;
    await sleep(20);
  }
}

type Client = Awaited<ReturnType<typeof clientOf>>;

async function clientOf({ port }: Pick<StoreServer, 'port'>) {
  return createClient({ url: `redis://127.0.0.1:${port}` }).connect();
}

/** Returns every generation of the account, and the state of the account. */
async function stateOf(ask: Ask) {
  const { ledger, counters } = (await ask('GET /_standin/accounts/two')).body;
  const ids: string[] = [];
  for (let count = -1; count !== ids.length;) {
    count = ids.length;
    const { body } = await ask(`GET /_standin/accounts/two/generations?limit=1000&offset=${count}`);
    ids.push(...(body.generations as { id: string }[]).map(({ id }) => id));
  }
  return { ledger, counters, ids };
}

describeStore('a failover', () => {
  let first: StoreServer;
  let second: StoreServer;
  let promoted: Client;
  let address: MovingAddress;

  beforeEach(async () => {
    first = await startStore('--repl-diskless-sync-delay', '0');
    second = await startStore('--replicaof', '127.0.0.1', String(first.port));
    promoted = await clientOf(second);
    await following(promoted);
    address = await openMovingAddress(first.port);
  });

  afterEach(async () => {
    address.close();
    promoted.destroy();
    await Promise.all([first.stop(), second.stop()]);
  });

  test('that loses writes is a 503 while it lasts; after it accounts are exact, as they were before those', async () => {
    const [here, there] = openTwo({ latency: 'manual', store: `redis://127.0.0.1:${address.port}` });
    const load = new Load([here, there]);
    let [kept, lost] = [0, 0];
    await load.run(async () => {
      await load.more(SOME);
      kept = load.made.length;
      await replicated(first);
      // From here on the replica of the store receives no writes. Later acknowledged creates will be lost.
      await promoted.sendCommand(['REPLICAOF', 'NO', 'ONE']);
      await load.more(SOME);
      address.move(undefined);
      await sleep(200);
      lost = load.made.length;
      address.move(second.port);
      await load.more(SOME);
    });

    expect(load.created).toEqual(new Set([202, 503]));
    expect([...load.polled].filter((status) => ![200, 404, 503].includes(status))).toEqual([]);
    expect(Math.min(...load.balances)).toBeGreaterThanOrEqual(0);
    await Promise.all([here, there].map(back));
    // The retry of a lost create makes the generation again.
    const retried = load.made[lost - 1] ?? missing();
    const again = await here('POST /v1/videos', { body: CREATE, headers: { 'idempotency-key': retried.key } });
    expect(again.status).toBe(202);
    const states = [await stateOf(here), await stateOf(there)];
    expect(states[0]).toEqual(states[1]);
    for (const { ledger, counters, ids } of states) {
      expect(new Set(ids).size).toBe(counters.created);
      expect(ledger.reserved_usd).toBeCloseTo(ids.length * COST, 6);
      expect(ledger.balance_usd).toBeCloseTo(ledger.granted_usd - ledger.reserved_usd, 6);
      // Some creates were lost: fewer exist than the store acknowledged.
      expect(counters.created).toBeLessThan(load.made.length);
      const present = new Set(ids);
      const afterwards = load.made.slice(lost);
      expect(afterwards.length).toBeGreaterThanOrEqual(SOME);
      expect(present).toContain(again.body.id);
      for (const { id } of afterwards) expect(present).toContain(id);
      for (const { id } of load.made.slice(0, kept)) expect(present).toContain(id);
    }
  });

  test('to a replica that is none yet refuses changes and goes on to answer polls', async () => {
    await promoted.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    address.move(second.port);
    const [here, there] = openTwo({ latency: 'manual', store: `redis://127.0.0.1:${address.port}/1` });
    const { id } = (await here('POST /v1/videos', { body: CREATE })).body;
    await promoted.sendCommand(['CONFIG', 'SET', 'replica-serve-stale-data', 'yes']);
    await promoted.sendCommand(['REPLICAOF', '127.0.0.1', '1']);
    for (const ask of [here, there]) {
      const refused = await ask('POST /v1/videos', { body: CREATE });
      expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable']);
      expect(refused.body.error.message).toContain('is a read-only replica');
      expect((await ask(`GET /v1/videos/${id}`)).status).toBe(200);
    }
    await promoted.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    for (const ask of [here, there]) expect((await ask('POST /v1/videos', { body: CREATE })).status).toBe(202);
    expect((await stateOf(there)).counters.created).toBe(3);
  });
});
