/**
 * A disk that fills up during work: the server refuses writes that it cannot keep, answers reads, and loses no data.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spawnServer, type SpawnedServer } from '../support/spawned-server.ts';

/** Any JSON of an answer. */
type Answer = ReturnType<typeof JSON.parse>;

const BODY = JSON.stringify({ model: 'videomodel-2.5', prompt: 'a fox '.repeat(150), duration_seconds: 4 });

async function ask({ url }: SpawnedServer, call: string, body?: string): Promise<{ status: number; body: Answer }> {
  const [method = '', path = ''] = call.split(' ');
  const headers = { authorization: 'Bearer sk_standin_full~latency-manual', 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, body: await response.json() };
}

test('on a full disk, creates get a 503 with the reason, polls continue, and acknowledged data is kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'standin-full-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const data = ['--data', join(folder, 'data')];
  // The limit of a file is 64 blocks of 512 bytes. Node ignores the signal, so a write fails as on a full disk.
  const server = await spawnServer(data, { limit: 'ulimit -f 64' });
  const ids: string[] = [];
  let refused = await ask(server, 'POST /v1/videos', BODY);
  for (; refused.status === 202 && ids.length < 1000; refused = await ask(server, 'POST /v1/videos', BODY)) {
    ids.push(refused.body.id);
  }
  expect(refused).toMatchObject({
    status: 503,
    body: { error: { code: 'service_unavailable', message: expect.stringContaining('has no space left') } },
  });
  for (const id of ids.slice(-3)) expect((await ask(server, `GET /v1/videos/${id}`)).status).toBe(200);
  const ready = await ask(server, 'GET /_standin/health/ready');
  expect([ready.status, ready.body.reason]).toEqual([503, expect.stringContaining('data has no space left')]);
  const account = (await ask(server, 'GET /_standin/accounts/full')).body;
  expect(account.counters.created).toBe(ids.length);
  server.process.kill('SIGKILL');

  const next = await spawnServer(data);
  expect((await ask(next, 'GET /_standin/accounts/full')).body).toMatchObject({ ledger: account.ledger });
  expect((await ask(next, `GET /v1/videos/${ids.at(-1)}`)).status).toBe(200);
  expect((await ask(next, 'POST /v1/videos', BODY)).status).toBe(202);
});
