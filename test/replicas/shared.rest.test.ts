/** The state that two replicas share: the next request at either replica sees a change at the other. */

import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { clientOf, COST, CREATE, openReplicas, openTwo } from './two-replicas.ts';

interface Attempt {
  readonly method: string;
  readonly attempt: number;
}

const MANUAL = { latency: 'manual' } as const;

describeStore('two replicas', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test('50 parallel creates with one key over both make one generation', async () => {
    const [here, there] = openTwo({ ...MANUAL, store: server.nextUrl() });
    const headers = { 'idempotency-key': 'k' };
    const asks = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? here : there));
    const answers = await Promise.all(asks.map((ask) => ask('POST /v1/videos', { body: CREATE, headers })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { counters, ledger } = (await there('GET /_standin/accounts/two')).body;
    expect([counters.created, ledger.reserved_usd]).toEqual([1, COST]);
  });

  test('parallel creates over both are all charged, each once', async () => {
    const [here, there] = openTwo({ ...MANUAL, store: server.nextUrl() });
    const asks = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? here : there));
    const answers = await Promise.all(asks.map((ask) => ask('POST /v1/videos', { body: CREATE })));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(40);
    const { counters, ledger } = (await here('GET /_standin/accounts/two')).body;
    expect(counters.created).toBe(40);
    expect(ledger.reserved_usd).toBeCloseTo(40 * COST, 6);
  });

  test('a fault rule with one hit fires once, wherever the requests go', async () => {
    const [here, there] = openTwo({ ...MANUAL, store: server.nextUrl() });
    const { id } = (await here('POST /v1/videos', { body: CREATE })).body;
    const rule = { match: { operation: 'get' }, effect: { kind: 'answer', status: 418 }, limit: { hits: 1 } };
    await there('PUT /_standin/accounts/two/faults', { body: { rules: [rule] } });
    const polls = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? here : there)(`GET /v1/videos/${id}`));
    const statuses = (await Promise.all(polls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 418)).toHaveLength(1);
    const listed = async () => (await here('GET /_standin/accounts')).body.accounts[0];
    expect((await listed()).rules).toMatchObject([{ hits: 1 }]);
    await expect.poll(async () => (await listed()).activity.requests).toBe(11);
  });

  test('a key that one issues opens its account at the other, until the account is deleted', async () => {
    const [here, there] = openTwo({ ...MANUAL, store: server.nextUrl() });
    const key = 'one-that-was-issued';
    expect((await here('POST /_standin/accounts', { body: { name: 'kept', key } })).status).toBe(201);
    expect((await there('POST /v1/videos', { body: CREATE, key })).status).toBe(202);
    await here('POST /_standin/accounts/kept/keys/revoke', { body: { key } });
    expect((await there('POST /v1/videos', { body: CREATE, key })).status).toBe(401);
    await there('POST /_standin/accounts/kept/keys/restore', { body: { key } });
    expect((await here('POST /v1/videos', { body: CREATE, key })).status).toBe(202);
    await here('DELETE /_standin/accounts/kept');
    expect((await there('POST /v1/videos', { body: CREATE, key })).status).toBe(401);
  });

  test('a snapshot of one is restored at the other, and the default clock is one', async () => {
    const [here, there] = openTwo({ ...MANUAL, clock: 'real', store: server.nextUrl() });
    await here('PUT /_standin/clock', { body: { clock: 'frozen@2026-01-01T00:00:00Z' } });
    const { id } = (await there('POST /v1/videos', { body: CREATE })).body;
    expect((await here('GET /_standin/accounts/two/clock')).body.now).toBe('2026-01-01T00:00:00.000Z');
    const { body: snapshot } = await here('GET /_standin/accounts/two/snapshot');
    await there('POST /_standin/accounts/two/reset', { body: {} });
    expect((await here(`GET /v1/videos/${id}`)).status).toBe(404);
    expect((await there('PUT /_standin/accounts/two/snapshot', { body: snapshot })).status).toBe(200);
    expect((await here(`GET /v1/videos/${id}`)).status).toBe(200);
  });

  test('a reset at one ends what is in flight at the other', async () => {
    const [here, there] = openTwo({ ...MANUAL, store: server.nextUrl() });
    const { id } = (await here('POST /v1/videos', { body: CREATE })).body;
    const rules = [{ match: { operation: 'create' }, effect: { kind: 'delay', ms: 400 } }];
    await here('PUT /_standin/accounts/two/faults', { body: { rules } });
    const held = there('POST /v1/videos', { body: CREATE }).catch((cause: unknown) => cause);
    const seen = async (): Promise<number> => (await here('GET /_standin/accounts/two/faults')).body.rules[0].seen;
    while ((await seen()) === 0);
    await here('POST /_standin/accounts/two/reset', { body: {} });
    expect(await held).not.toMatchObject({ status: 202 });
    expect((await there(`GET /v1/videos/${id}`)).status).toBe(404);
    expect((await there('GET /_standin/accounts/two')).body.counters.created).toBe(0);
  });

  test('a key that is issued or revoked at one is so at the other, also after the store cut their connections', async () => {
    const store = server.nextUrl();
    const [here, there] = openTwo({ ...MANUAL, auth: 'listed', store });
    const client = await createClient({ url: store }).connect();
    onTestFinished(() => client.destroy());
    for (const cut of [undefined, 'normal', 'pubsub']) {
      const key = `issued ${cut}`.replace(' ', '-');
      if (cut !== undefined) await client.sendCommand(['CLIENT', 'KILL', 'TYPE', cut]);
      const opened = async () => (await here('POST /_standin/accounts', { body: { name: key, key } })).status;
      await expect.poll(async () => (await there('POST /v1/videos', { body: CREATE, key })).status).toBe(401);
      await expect.poll(opened).toBe(201);
      await expect.poll(async () => (await there('POST /v1/videos', { body: CREATE, key })).status).toBe(202);
      await here(`DELETE /_standin/accounts/${key}`);
      await expect.poll(async () => (await there('POST /v1/videos', { body: CREATE, key })).status).toBe(401);
    }
  });

  test('the journal has the requests of both in one order, the same at both', async () => {
    const [here, there] = openTwo({ ...MANUAL, store: server.nextUrl() });
    const journalOf = (ask: typeof here) => ask('GET /_standin/accounts/two/journal');
    const { id } = (await here('POST /v1/videos', { body: CREATE })).body;
    await journalOf(here);
    for (let at = 0; at < 6; at += 1) await (at % 2 === 0 ? there : here)(`GET /v1/videos/${id}`);
    const all = async (ask: typeof here) => {
      await expect.poll(async () => (await journalOf(ask)).body.entries.length).toBe(7);
      return journalOf(ask);
    };
    const [mine, other] = [await all(here), await all(there)];
    const seen = mine.body.entries.map(({ method, attempt }: Attempt) => `${method} ${attempt}`);
    expect(seen).toEqual(['POST 1', 'GET 1', 'GET 2', 'GET 3', 'GET 4', 'GET 5', 'GET 6']);
    expect(other.body.entries).toEqual(mine.body.entries);
    expect((await there('GET /_standin/accounts/two/journal')).body.cursor).toBeGreaterThan(mine.body.cursor - 1);
    await there('DELETE /_standin/accounts/two/journal');
    expect((await there('GET /_standin/accounts/two/journal')).body.entries).toEqual([]);
    await expect.poll(async () => (await journalOf(here)).body.entries).toEqual([]);
  });

  test('entries above the size of a stream item reach both replicas unchanged', async () => {
    const [here, there] = openTwo({ ...MANUAL, store: server.nextUrl(), journalBodyCharacters: 200_000 });
    const sent = [100_000, 20_000, 20_000, 20_000, 20_000].map((length, nth) => ({
      ...CREATE,
      padding: String(nth).repeat(length),
    }));
    await Promise.all(sent.map((body) => here('POST /v1/videos', { body })));
    for (const ask of [here, there]) {
      const { status, body } = await ask('GET /_standin/accounts/two/journal');
      expect(status).toBe(200);
      const bodies: string[] = body.entries.map(({ request }: { request: { body: string } }) => request.body);
      expect(bodies.toSorted()).toEqual(sent.map((one) => JSON.stringify(one)).toSorted());
    }
  });

  test('the list of accounts counts requests of both that no request has read yet', async () => {
    const [here, there] = openTwo({ ...MANUAL, store: server.nextUrl() });
    await here('GET /v1/videos/1');
    await there('GET /v1/videos/2');
    const { accounts } = (await here('GET /_standin/accounts')).body;
    expect(accounts).toMatchObject([{ name: 'two', activity: { latest: { status: 404 } } }]);
  });

  test('a replica that comes later has the journal, too', async () => {
    const store = server.nextUrl();
    const [here] = openTwo({ ...MANUAL, store });
    await here('POST /v1/videos', { body: CREATE });
    const { entries } = (await here('GET /_standin/accounts/two/journal')).body;
    const [late] = openReplicas({ ...MANUAL, store }, 1);
    if (late === undefined) throw new Error('There is one.');
    expect((await clientOf(late)('GET /_standin/accounts/two/journal')).body.entries).toEqual(entries);
  });

  test('a wait at one ends with what happens at the other', async () => {
    const [here, there] = openTwo({ ...MANUAL, store: server.nextUrl() });
    const { id } = (await here('POST /v1/videos', { body: CREATE })).body;
    const wait = (body: object) =>
      here('POST /_standin/accounts/two/journal/wait', { body: { timeout_seconds: 20, ...body } });
    const polled = wait({ filter: { operation: 'get' } });
    await there(`GET /v1/videos/${id}`);
    expect((await polled).body).toMatchObject({ held: true, entries: [{ method: 'GET' }] });
    const completed = wait({ generation: id });
    await there(`POST /_standin/accounts/two/generations/${id}/move`, { body: { status: 'completed' } });
    expect((await completed).body.held).toBe(true);
  });

  test('a listener at one replica gets the events of the other', async () => {
    const [, there, [replica]] = openTwo({ ...MANUAL, store: server.nextUrl() });
    const ending = new AbortController();
    onTestFinished(() => ending.abort());
    const stream = await replica?.fetch('http://localhost/_standin/events', { signal: ending.signal });
    const reader = stream?.body?.pipeThrough(new TextDecoderStream()).getReader();
    let events = (await reader?.read())?.value ?? '';
    expect(events).toContain('connected');
    await there('POST /v1/videos', { body: CREATE });
    while (!events.includes('event: request')) events += (await reader?.read())?.value ?? '';
    expect([...events.matchAll(/event: (\w+)/g)].map(([, type]) => type)).toEqual(['generation', 'request']);
  });

  test('no key reaches the store, wherever a client puts it', async () => {
    const store = server.nextUrl();
    const secret = 'a-listed-key-nobody-may-see';
    const issued = 'an-issued-key-nobody-may-see';
    const accounts = [{ name: 'listed', keys: [secret] }];
    const [here, there] = openTwo({ ...MANUAL, store, accounts, auth: 'any' });
    await here('POST /_standin/accounts', { body: { name: 'other', key: issued } });
    for (const key of [secret, issued, 'any-key-nobody-may-see', 'sk_standin_two~seed-7']) {
      const headers = { 'idempotency-key': key, 'user-agent': key, 'x-api-key': key };
      await there('POST /v1/videos', { body: { ...CREATE, prompt: `my key is ${key}` }, key, headers });
      await here(`GET /v1/videos/x?key=${key}`, { key });
    }
    await here('GET /_standin/accounts/two/journal');
    expect((await everythingIn(store)).match(/.{40}(nobody-may-see|sk_standin_)/g)).toBeNull();
  });
});

/** Returns all keys and values of a database as text. */
async function everythingIn(store: string): Promise<string> {
  const client = await createClient({ url: store }).connect();
  const keys = await client.keys('*');
  const read: Readonly<Record<string, (key: string) => readonly string[]>> = {
    string: (key) => ['GET', key],
    hash: (key) => ['HGETALL', key],
    stream: (key) => ['XRANGE', key, '-', '+'],
    zset: (key) => ['ZRANGE', key, '0', '-1'],
    set: (key) => ['SMEMBERS', key],
  };
  const values = await Promise.all(
    keys.map(async (key) => client.sendCommand([...(read[await client.type(key)]?.(key) ?? ['TYPE', key])])),
  );
  client.destroy();
  expect(keys.length).toBeGreaterThan(5);
  return JSON.stringify([keys, values]);
}
