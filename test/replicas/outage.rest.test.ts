/** A store that is gone, comes back, or comes back without what it had. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { CREATE, openTwo, type Ask, type Told } from './two-replicas.ts';

/** Asks until the answer is as expected: a store that is back is noticed within a second or so. */
async function until(ask: () => Promise<Told>, isRight: (told: Told) => boolean): Promise<Told> {
  for (;;) {
    const told = await ask();
    if (isRight(told)) return told;
    await sleep(20);
  }
}

const ready = (ask: Ask): Promise<Told> => ask('GET /_standin/health/ready');

describeStore('a store', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore('--appendonly', 'yes', '--appendfsync', 'always');
  });
  afterAll(() => server.stop());

  test('that is gone is a 503 that says when to try again, and nothing is half done when it is back', async () => {
    const [here, there] = openTwo({ latency: 'manual', store: server.nextUrl() });
    const { id } = (await here('POST /v1/videos', { body: CREATE })).body;
    await server.kill();
    const headers = { 'idempotency-key': 'k' };
    const created = await until(
      () => there('POST /v1/videos', { body: CREATE, headers }),
      ({ status }) => status !== 202,
    );
    expect([created.status, created.body.error.code]).toEqual([503, 'service_unavailable']);
    expect(Number(created.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await here(`GET /v1/videos/${id}`)).status).toBe(503);
    expect(await here('GET /_standin/accounts/two')).toMatchObject({
      status: 503,
      body: { error: { code: 'store_unavailable' } },
    });
    const unready = await ready(here);
    expect([unready.status, unready.body.status]).toEqual([503, 'not_ready']);
    expect(unready.body.reason).toMatch(/^The store cannot be reached: /);
    expect((await here('GET /_standin/health/live')).status).toBe(200);

    await server.start();
    const made = await until(
      () => there('POST /v1/videos', { body: CREATE, headers }),
      ({ status }) => status === 202,
    );
    expect(
      (
        await until(
          () => here(`GET /v1/videos/${made.body.id}`),
          ({ status }) => status !== 503,
        )
      ).status,
    ).toBe(200);
    expect((await here('GET /_standin/accounts/two')).body.counters.created).toBe(2);
    expect((await ready(here)).body.reason ?? '').not.toMatch(/store/);
  });

  test('that does not answer is a 503 within seconds', async () => {
    const [here] = openTwo({ latency: 'manual', store: server.nextUrl() });
    await here('POST /v1/videos', { body: CREATE });
    server.process.kill('SIGSTOP');
    try {
      expect((await here('POST /v1/videos', { body: CREATE })).status).toBe(503);
    } finally {
      server.process.kill('SIGCONT');
    }
    await until(
      () => here('POST /v1/videos', { body: CREATE }),
      ({ status }) => status === 202,
    );
  });

  test('that was emptied is one without accounts: they open again, and no ledger is wrong', async () => {
    const store = server.nextUrl();
    const [here, there] = openTwo({ latency: 'manual', store });
    const { id } = (await here('POST /v1/videos', { body: CREATE })).body;
    await there(`GET /v1/videos/${id}`);
    await server.empty(store);
    expect((await there(`GET /v1/videos/${id}`)).status).toBe(404);
    expect((await here(`GET /v1/videos/${id}`)).status).toBe(404);
    expect((await here('POST /v1/videos', { body: CREATE })).status).toBe(202);
    const { ledger, counters } = (await there('GET /_standin/accounts/two')).body;
    expect([ledger.reserved_usd, counters.created]).toEqual([0.48, 1]);
  });

  test('that has lost its last writes shows what it has, and goes on from there', async () => {
    const store = server.nextUrl();
    const [here, there] = openTwo({ latency: 'manual', store });
    const first = (await here('POST /v1/videos', { body: CREATE })).body.id;
    const before = await server.copy(store);
    const lost = (await here('POST /v1/videos', { body: CREATE })).body.id;
    await there(`GET /v1/videos/${lost}`);
    await server.empty(store);
    await before();
    // Another commit of the number that was lost.
    await there('POST /_standin/accounts/two/grants', { body: { amount_usd: 1 } });
    expect((await here(`GET /v1/videos/${lost}`)).status).toBe(404);
    expect((await here(`GET /v1/videos/${first}`)).status).toBe(200);
    const { ledger } = (await here('GET /_standin/accounts/two')).body;
    expect([ledger.granted_usd, ledger.reserved_usd]).toEqual([1001, 0.48]);
  });
});
