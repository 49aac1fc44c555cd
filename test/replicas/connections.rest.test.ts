/** Ways to a store: with TLS, as valkey://, after a failover, without memory left, and from machines whose clocks are wrong. */

import { createClient } from '@redis/client';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../emulator/transport/free-port.ts';
import { makeSelfSigned } from '../../emulator/transport/self-signed.ts';
import { spawnServer, type SpawnedServer } from '../support/spawned-server.ts';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { clientOf, COST, CREATE, openReplicas, openTwo, type Ask, type Told } from './two-replicas.ts';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-connections-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Sends one command to a server. */
async function command({ port }: StoreServer, ...parts: readonly string[]): Promise<void> {
  const client = await createClient({ url: `redis://127.0.0.1:${port}` }).connect();
  await client.sendCommand([...parts]);
  client.destroy();
}

async function until(ask: () => Promise<Told>, status: number): Promise<Told> {
  for (;;) {
    const told = await ask();
    if (told.status === status) return told;
    await sleep(20);
  }
}

const over = ({ url }: SpawnedServer): Ask =>
  clientOf({ fetch: (path, init) => fetch(path.replace('http://localhost', url), init) });

describeStore('with TLS', () => {
  test('rediss:// and valkeys:// reach a store whose certificate is trusted; with another one the start says so', async () => {
    const folder = await temporaryFolder();
    const port = (await freePort(0)) ?? 0;
    const { cert, key } = makeSelfSigned('127.0.0.1', Date.now());
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    await writeFile(certFile, cert);
    await writeFile(keyFile, key);
    const files = ['--tls-cert-file', certFile, '--tls-key-file', keyFile, '--tls-ca-cert-file', certFile];
    const server = await startStore('--tls-port', String(port), '--tls-auth-clients', 'no', ...files);
    onTestFinished(() => server.stop());
    const open = (scheme: string): Promise<SpawnedServer> =>
      spawnServer(['--store', `${scheme}://127.0.0.1:${port}/1`, '--latency', 'manual'], {
        limit: `export NODE_EXTRA_CA_CERTS="${certFile}"`,
      });
    const [one, other] = [over(await open('rediss')), over(await open('valkeys'))];
    const { id } = (await one('POST /v1/videos', { body: CREATE })).body;
    expect((await other(`GET /v1/videos/${id}`)).status).toBe(200);
    const [untrusting] = openReplicas({ store: `rediss://127.0.0.1:${port}/1` }, 1);
    await expect(untrusting?.listen({ port: 0 })).rejects.toThrow(
      /^The store rediss:\/\/127\.0\.0\.1:\d+\/1 cannot be used: self-signed certificate/,
    );
  });
});

describeStore('a store', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  test('is reached as valkey://, with a user and a password, which are shown nowhere', async () => {
    await command(server, 'ACL', 'SETUSER', 'standin', 'on', '>s3cret/@:?', '~*', '&*', '+@all');
    const address = `${new URL(server.nextUrl()).host}/7`;
    const [, , [replica]] = openTwo({
      latency: 'manual',
      store: `valkey://standin:${encodeURIComponent('s3cret/@:?')}@${address}`,
    });
    expect((await replica?.fetch('http://localhost/_standin/health/live'))?.status).toBe(200);
    const ask = clientOf(replica ?? openReplicas({}, 1)[0] ?? notThere());
    expect((await ask('POST /v1/videos', { body: CREATE })).status).toBe(202);
    const [wrong] = openReplicas({ store: `valkey://standin:wr0ng@${address}` }, 1);
    const refused = await wrong?.listen({ port: 0 }).catch((cause: unknown) => String(cause));
    expect(refused).toContain(`The store valkey://${address} cannot be used: WRONGPASS`);
    expect(refused).not.toContain('wr0ng');
  });

  test('that has become a replica itself refuses what changes something until it is the first again', async () => {
    const [here, there] = openTwo({ latency: 'manual', store: server.nextUrl() });
    const { id } = (await here('POST /v1/videos', { body: CREATE })).body;
    const nobody = String(await freePort(0));
    await command(server, 'REPLICAOF', '127.0.0.1', nobody);
    const headers = { 'idempotency-key': 'k' };
    const refused = await there('POST /v1/videos', { body: CREATE, headers });
    expect([refused.status, refused.body.error.code]).toEqual([503, 'service_unavailable']);
    expect(refused.body.error.message).toContain('is a read-only replica');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await command(server, 'REPLICAOF', 'NO', 'ONE');
    await until(() => there('POST /v1/videos', { body: CREATE, headers }), 202);
    expect((await here(`GET /v1/videos/${id}`)).status).toBe(200);
    const { counters, ledger } = (await here('GET /_standin/accounts/two')).body;
    expect([counters.created, ledger.reserved_usd]).toEqual([2, 2 * COST]);
  });

  test('without memory left refuses creates in the envelope and says what to do, answers polls, and keeps what it has', async () => {
    const [here, there] = openTwo({ latency: 'manual', store: server.nextUrl() });
    const { id } = (await here('POST /v1/videos', { body: CREATE })).body;
    await there('POST /v1/videos', { body: CREATE, key: 'sk_standin_other' });
    await command(server, 'CONFIG', 'SET', 'maxmemory', '1mb');
    onTestFinished(() => command(server, 'CONFIG', 'SET', 'maxmemory', '0'));
    const refused = await there('POST /v1/videos', { body: CREATE });
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'service_unavailable' } } });
    expect(refused.body.error.message).toContain('maxmemory');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await here(`GET /v1/videos/${id}`)).status).toBe(200);
    expect((await here('DELETE /_standin/accounts/other', { key: 'sk_standin_other' })).status).toBe(200);
    await command(server, 'CONFIG', 'SET', 'maxmemory', '0');
    expect((await there('POST /v1/videos', { body: CREATE })).status).toBe(202);
    expect((await here('GET /_standin/accounts/two')).body.counters.created).toBe(2);
  });

  test.each([
    ['an hour ahead', HOUR_MS],
    ['a day ahead', 24 * HOUR_MS],
    ['a day behind', -24 * HOUR_MS],
    ['ten years ahead', 10 * YEAR_MS],
    ['ten years behind', -10 * YEAR_MS],
  ])('gives its time to replicas, also if the clock of a replica is %s', async (_, by) => {
    const skew = join(await temporaryFolder(), 'skew.mjs');
    await writeFile(
      skew,
      `const { now } = Date; const By = ${by}; const Real = Date;\n` +
        'globalThis.Date = class extends Real { constructor(...given) { given.length === 0 ? super(now() + By) : super(...given); } };\n' +
        'globalThis.Date.now = () => now() + By;\n',
    );
    const args = ['--store', server.nextUrl(), '--latency', 'realistic'];
    const [wrong, right] = await Promise.all([
      spawnServer(args, { nodeArgs: `--import "${skew}"` }),
      spawnServer(args),
    ]);
    const [ahead, behind] = [over(wrong), over(right)];
    const { id } = (await ahead('POST /v1/videos', { body: CREATE })).body;
    const clocks = await Promise.all([ahead, behind].map((ask) => ask('GET /_standin/accounts/two/clock')));
    const [one = 0, other = 0] = clocks.map(({ body }) => Date.parse(body.now));
    expect(Math.abs(one - other)).toBeLessThan(60_000);
    expect(Math.abs(one - Date.now())).toBeLessThan(60_000);
    for (const ask of [ahead, behind]) expect((await ask(`GET /v1/videos/${id}`)).body.status).toBe('pending');
  });
});

function notThere(): never {
  throw new Error('There is a replica.');
}
