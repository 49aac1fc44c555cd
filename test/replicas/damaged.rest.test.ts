/**
 * Records of another JSON kind than replicas write: an account that has one is reported by name, lists skip it, and it
 * can be deleted.
 */

import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { CREATE, openTwo } from './two-replicas.ts';

const OTHER_KINDS = ['5', 'null', '"text"', '[]', '{}', 'true', '[{}]', '{"name":"two"}', 'not JSON', ''];

type Client = Awaited<ReturnType<typeof connect>>;

async function connect(url: string) {
  const client = await createClient({ url }).connect();
  onTestFinished(() => client.destroy());
  return client;
}

const KEY = 'standin:{two}:records';
const GENERATION_KEYS = ['idempotency-key', 'k'] as const;

/** Opens an account with each kind of record, and a second account that stays whole. */
async function openAccounts(server: StoreServer) {
  const store = server.nextUrl();
  const [here, there] = openTwo({ latency: 'manual', store });
  const rules = [{ match: { operation: 'get' }, effect: { kind: 'delay', ms: 0 } }];
  await here('POST /v1/videos', { body: CREATE, key: 'sk_standin_whole' });
  await here('POST /v1/videos', { body: CREATE, headers: Object.fromEntries([GENERATION_KEYS]) });
  await here('PUT /_standin/accounts/two/faults', { body: { rules } });
  const { id } = (await there('POST /v1/videos', { body: CREATE })).body;
  await there(`GET /v1/videos/${id}`);
  return { here, there, id: String(id), client: await connect(store) };
}

async function fieldsOf(client: Client, prefix: string): Promise<string[]> {
  return (await client.hKeys(KEY)).filter((field) => field.startsWith(prefix));
}

describeStore('a record of another kind', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test.each(['head', 'rules'])(
    'that is the %s is reported by name, skipped in lists, and can be deleted',
    async (field) => {
      const { here, there, id, client } = await openAccounts(server);
      const before = await client.hGet(KEY, field);
      for (const text of OTHER_KINDS.filter((kind) => field !== 'rules' || kind !== '[]')) {
        await client.hSet(KEY, field, text);
        const list = await there('GET /_standin/accounts');
        expect([text, list.status, list.body.accounts?.map(({ name }: { name: string }) => name)]).toEqual([
          text,
          200,
          ['whole'],
        ]);
        expect(list.body.damaged).toMatchObject([{ name: 'two' }]);
        const refused = await here(`GET /v1/videos/${id}`);
        expect([text, refused.status, refused.body.error.message]).toEqual([
          text,
          503,
          expect.stringContaining(`the key ${KEY} does not contain a valid account "two"`),
        ]);
      }
      await client.hSet(KEY, field, before ?? '');
      expect((await here(`GET /v1/videos/${id}`)).status).toBe(200);
      await client.hSet(KEY, field, '5');
      expect((await there('DELETE /_standin/accounts/two')).status).toBe(200);
      expect((await here('POST /v1/videos', { body: CREATE })).status).toBe(202);
      expect((await there('GET /_standin/accounts')).body).toMatchObject({ total: 2, damaged: [] });
    },
  );

  test.each([
    ['a generation', 'g:'],
    ['an idempotency record', 'i:'],
    ['a count', 'c:'],
  ])('that is %s is reported by name where it is needed, and the account can be deleted', async (_, prefix) => {
    const { here, there, id, client } = await openAccounts(server);
    const fields = await fieldsOf(client, prefix);
    expect(fields.length).toBeGreaterThan(0);
    for (const text of OTHER_KINDS) {
      for (const field of fields) await client.hSet(KEY, field, text);
      const list = await there('GET /_standin/accounts');
      expect([text, list.status, list.body.total]).toEqual([text, 200, 2]);
      const headers = Object.fromEntries([GENERATION_KEYS]);
      const needed =
        prefix === 'i:' ? await here('POST /v1/videos', { body: CREATE, headers }) : await here(`GET /v1/videos/${id}`);
      expect([text, needed.status, needed.body.error.message]).toEqual([text, 503, expect.stringContaining('"two"')]);
      expect((await there('GET /_standin/accounts/two/generations')).status).toBe(503);
    }
    expect((await there('DELETE /_standin/accounts/two')).status).toBe(200);
    expect((await here('POST /v1/videos', { body: CREATE })).status).toBe(202);
  });

  test('is reported, too, if the key is a text or a record is missing', async () => {
    const { here, there, client } = await openAccounts(server);
    await client.set(KEY, 'a text');
    expect((await there('GET /_standin/accounts')).body).toMatchObject({ total: 1, damaged: [{ name: 'two' }] });
    expect((await here('POST /v1/videos', { body: CREATE })).status).toBe(503);
    expect((await there('DELETE /_standin/accounts/two')).status).toBe(200);
    expect((await here('POST /v1/videos', { body: CREATE })).status).toBe(202);
    await client.hDel(KEY, 'head');
    expect((await here('POST /v1/videos', { body: CREATE })).status).toBe(503);
    await here('DELETE /_standin/accounts/two');
    expect((await here('POST /v1/videos', { body: CREATE })).status).toBe(202);
  });
});
