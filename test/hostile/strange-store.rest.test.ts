/** A store with foreign data under our keys: the account is refused with the place and the reason. Others continue. */

import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';

const BODY = JSON.stringify({ model: 'videomodel-2.5', prompt: 'a red fox', duration_seconds: 4, resolution: '480p' });
const RECORDS = 'standin:{a}:records';

interface Redis {
  del(key: string): Promise<unknown>;
  set(key: string, value: string): Promise<unknown>;
  hSet(key: string, field: string, value: string): Promise<unknown>;
}

function open(store: string): Emulator {
  const emulator = createEmulator({ store });
  onTestFinished(() => emulator.close());
  return emulator;
}

async function create(emulator: Emulator, label: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Bearer sk_standin_${label}`, 'content-type': 'application/json' };
  const answer = await emulator.fetch('http://localhost/v1/videos', { method: 'POST', headers, body: BODY });
  return { status: answer.status, text: await answer.text() };
}

interface Listed {
  readonly accounts: readonly { readonly name: string }[];
  readonly damaged: readonly { readonly name: string; readonly problem: string }[];
}

async function list(emulator: Emulator): Promise<object> {
  const answer = await emulator.fetch('http://localhost/_standin/accounts');
  expect(answer.status).toBe(200);
  const { accounts, damaged } = (await answer.json()) as Listed;
  return { open: accounts.map(({ name }) => name), damaged: damaged.map(({ name, problem }) => [name, problem]) };
}

function remove(emulator: Emulator): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return emulator.fetch('http://localhost/_standin/accounts/a', { method: 'DELETE', headers });
}

async function put(redis: Redis, key: string, value: string): Promise<void> {
  await redis.del(key);
  await redis.set(key, value);
}

describeStore('a store with something else under the keys of an account', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test.each<[string, (redis: Redis) => Promise<unknown>]>([
    ['records that are a text', (redis) => put(redis, RECORDS, 'x')],
    ['a head that is not JSON', (redis) => redis.hSet(RECORDS, 'head', '{"name":')],
    ['a head that is null', (redis) => redis.hSet(RECORDS, 'head', 'null')],
    ['a head without a ledger', (redis) => redis.hSet(RECORDS, 'head', '{"name":"a","next":1,"bytes":1}')],
    ['a head that counts no records', (redis) => redis.hSet(RECORDS, 'head', '{"name":"a","last":1,"bytes":1}')],
  ])('%s', async (_, damage) => {
    const store = server.nextUrl();
    const redis = createClient({ url: store });
    await redis.connect();
    onTestFinished(() => redis.destroy());
    await create(open(store), 'a');
    await damage(redis);

    const emulator = open(store);
    const refused = await create(emulator, 'a');
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining(RECORDS)]);
    expect((await create(emulator, 'b')).status).toBe(202);
    expect(await list(emulator)).toEqual({ open: ['b'], damaged: [['a', expect.stringContaining(RECORDS)]] });

    const deleted = await remove(emulator);
    expect([deleted.status, await deleted.json()]).toEqual([200, { deleted: 'a' }]);
    expect(await redis.exists(RECORDS)).toBe(0);
    expect(await list(emulator)).toEqual({ open: ['b'], damaged: [] });
    expect((await remove(emulator)).status).toBe(404);
    expect((await create(emulator, 'a')).status).toBe(202);
    expect(await list(emulator)).toEqual({ open: ['b', 'a'], damaged: [] });
  });

  test.each([
    ['a generation that is a number', '["open",1,5]'],
    ['a generation of another state', '["constructor",1,{}]'],
  ])('%s', async (_, text) => {
    const store = server.nextUrl();
    const redis = createClient({ url: store });
    await redis.connect();
    onTestFinished(() => redis.destroy());
    const emulator = open(store);
    const { id } = JSON.parse((await create(emulator, 'a')).text) as { readonly id: string };
    await redis.hSet(RECORDS, `g:${id}`, text);
    const headers = { authorization: 'Bearer sk_standin_a' };
    const refused = await emulator.fetch(`http://localhost/v1/videos/${id}`, { headers });
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining(RECORDS)]);
    expect(await list(emulator)).toEqual({ open: ['a'], damaged: [] });
    expect((await remove(emulator)).status).toBe(200);
    expect(await redis.exists(RECORDS)).toBe(0);
    expect((await create(emulator, 'a')).status).toBe(202);
  });
});
