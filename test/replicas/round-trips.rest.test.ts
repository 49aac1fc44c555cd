/**
 * The number of calls of the store by a request: one read of its records, and one commit if it changes something. The
 * first replay of a key reads twice, because the record of its key names its generation. A request for a whole account
 * reads its single values first, and then loads all of it.
 */

import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { clientOf, CREATE, openReplicas, type Ask, type AskOptions } from './two-replicas.ts';

const TIMES = 10;

interface Trips {
  readonly reads: number;
  readonly commits: number;
  /** The number of whole accounts that were loaded, each of them small. */
  readonly loads: number;
}

/** Returns the calls of a store so far. */
async function tripsOf(store: string): Promise<Trips> {
  const client = await createClient({ url: store }).connect();
  const stats = await client.info('commandstats');
  client.destroy();
  const calls = (name: string): number => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
  return {
    reads: calls('hmget'),
    // A script also appends to the journal, in the background.
    commits: calls('evalsha') + calls('eval') - calls('xadd'),
    loads: calls('hscan') + calls('hgetall'),
  };
}

async function tripsDuring(store: string, work: () => Promise<unknown>): Promise<Trips> {
  const before = await tripsOf(store);
  await work();
  const after = await tripsOf(store);
  return {
    reads: after.reads - before.reads,
    commits: after.commits - before.commits,
    loads: after.loads - before.loads,
  };
}

/** Returns a client over a socket. There, a body arrives later than its headers. */
async function overHttp(settings: object): Promise<Ask> {
  const [replica] = openReplicas({ latency: 'manual', journal: false, ...settings }, 1);
  if (replica === undefined) throw new Error('There is one.');
  const { url } = await replica.listen({ port: 0, host: '127.0.0.1' });
  return clientOf({
    fetch: (path, init) => fetch(path.replace('http://localhost', url), init),
  });
}

interface Row {
  readonly what: string;
  readonly status: number;
  readonly reads: number;
  readonly commits: number;
  readonly loads?: number;
  /** The additional reads of the first request. */
  readonly firstReads?: number;
  /** A request. `ID` in it stands for the id of a generation. */
  readonly call: string;
  readonly asked?: (nth: number) => AskOptions;
}

const CONTROL = '/_standin/accounts/two';
const ROWS: readonly Row[] = [
  { what: 'a poll', call: 'GET /v1/videos/ID', status: 200, reads: 1, commits: 0 },
  { what: 'a HEAD', call: 'HEAD /v1/videos/ID', status: 200, reads: 1, commits: 0 },
  { what: 'an unknown id', call: 'GET /v1/videos/none', status: 404, reads: 1, commits: 0 },
  { what: 'content that is not there yet', call: 'GET /v1/videos/ID/content', status: 404, reads: 1, commits: 0 },
  {
    what: 'a create',
    call: 'POST /v1/videos',
    asked: () => ({ body: CREATE }),
    status: 202,
    reads: 1,
    commits: 1,
  },
  {
    what: 'a create with a key',
    call: 'POST /v1/videos',
    asked: (nth) => ({ body: CREATE, headers: { 'idempotency-key': `new-${nth}` } }),
    status: 202,
    reads: 1,
    commits: 1,
  },
  {
    what: 'a replay',
    call: 'POST /v1/videos',
    asked: () => ({ body: CREATE, headers: { 'idempotency-key': 'used' } }),
    status: 202,
    reads: 1,
    firstReads: 1,
    commits: 0,
  },
  {
    what: 'a create that is refused by its body',
    call: 'POST /v1/videos',
    asked: () => ({ body: { ...CREATE, resolution: '1p' } }),
    status: 400,
    reads: 1,
    commits: 0,
  },
  { what: 'the account', call: `GET ${CONTROL}`, status: 200, reads: 1, commits: 0 },
  { what: 'its generations', call: `GET ${CONTROL}/generations`, status: 200, reads: 1, commits: 0, loads: 1 },
  { what: 'its clock', call: `GET ${CONTROL}/clock`, status: 200, reads: 1, commits: 0 },
  { what: 'its rules', call: `GET ${CONTROL}/faults`, status: 200, reads: 1, commits: 0 },
  {
    what: 'a grant',
    call: `POST ${CONTROL}/grants`,
    asked: () => ({ body: { amount_usd: 1 } }),
    status: 200,
    reads: 1,
    commits: 1,
  },
  {
    what: 'a clock that is moved',
    call: `POST ${CONTROL}/clock/advance`,
    asked: () => ({ body: { by_seconds: 1 } }),
    status: 200,
    reads: 1,
    commits: 1,
    loads: 1,
  },
];

describeStore('over HTTP', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test.each(ROWS)(
    '$what takes $reads + $commits round trips',
    async ({ call, asked, status, reads, firstReads = 0, commits, loads = 0 }) => {
      const store = server.nextUrl();
      const ask = await overHttp({ store });
      const first = await ask('POST /v1/videos', { body: CREATE, headers: { 'idempotency-key': 'used' } });
      const trips = await tripsDuring(store, async () => {
        for (let nth = 0; nth < TIMES; nth += 1) {
          expect((await ask(call.replace('ID', first.body.id), asked?.(nth))).status).toBe(status);
        }
      });
      expect(trips).toEqual({ reads: TIMES * reads + firstReads, commits: TIMES * commits, loads: TIMES * loads });
    },
  );

  test('a poll that moves its generation takes two', async () => {
    const store = server.nextUrl();
    const ask = await overHttp({ store, latency: `polls:${TIMES},${TIMES}` });
    const { id } = (await ask('POST /v1/videos', { body: CREATE })).body;
    const trips = await tripsDuring(store, async () => {
      for (let nth = 0; nth < TIMES; nth += 1) await ask(`GET /v1/videos/${id}`);
    });
    expect(trips).toEqual({ reads: TIMES, commits: TIMES, loads: 0 });
  });

  test('requests that come at once share reads and commits, and none has to decide again', async () => {
    const store = server.nextUrl();
    const ask = await overHttp({ store });
    await ask('POST /v1/videos', { body: CREATE });
    const all = 200;
    const trips = await tripsDuring(store, () =>
      Promise.all(Array.from({ length: all }, () => ask('POST /v1/videos', { body: CREATE }))),
    );
    // A repeated decision would be another read.
    expect(trips.reads).toBeLessThanOrEqual(all);
    expect(trips.commits).toBeLessThanOrEqual(trips.reads);
    expect(trips.loads).toBe(0);
    expect((await ask(`GET ${CONTROL}`)).body.counters.created).toBe(all + 1);
  });

  test('a replica that meets commits of another one reads as often as alone', async () => {
    const store = server.nextUrl();
    const [here, there] = [await overHttp({ store }), await overHttp({ store })];
    const { id } = (await here('POST /v1/videos', { body: CREATE })).body;
    await there(`GET /v1/videos/${id}`);
    const trips = await tripsDuring(store, async () => {
      for (let nth = 0; nth < TIMES; nth += 1) {
        await here('POST /v1/videos', { body: CREATE });
        await there(`GET /v1/videos/${id}`);
      }
    });
    expect(trips).toEqual({ reads: 2 * TIMES, commits: TIMES, loads: 0 });
  });
});
