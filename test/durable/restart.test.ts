/** An emulator that opens a data folder has the state of the emulator that used the folder before. */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmulator, type Emulator } from '../../emulator/index.ts';

const REQUEST = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4, resolution: '480p' };
const IMAGE = 'https://media.standin.test/image/800x600.png';
const KEY = 'sk_standin_kept~latency-polls-0-1';

let folder = '';
let emulator: Emulator;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-restart-'));
  emulator = open();
});
afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true, force: true });
});

function open(): Emulator {
  return createEmulator({ data: join(folder, 'data'), journalEntries: 50, mediaFetch: true });
}

async function restart(): Promise<void> {
  await emulator.close();
  emulator = open();
}

interface Asked {
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

async function ask(call: string, { body, key = KEY, headers = {} }: Asked = {}): Promise<Response> {
  const [method = '', path = ''] = call.split(' ');
  const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
  const init = { method, headers: all, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return emulator.fetch(new Request(`http://localhost${path}`, init));
}

async function json(call: string, asked: Asked = {}): Promise<Answer> {
  return (await ask(call, asked)).json();
}

/** Any JSON of an answer. */
type Answer = ReturnType<typeof JSON.parse>;

const ACCOUNT = '/_standin/accounts/kept';

test('generations, their statuses, the ledger and Idempotency-Keys are there again', async () => {
  const headers = { 'idempotency-key': 'once' };
  const { id } = await json('POST /v1/videos', { body: REQUEST, headers });
  await json(`GET /v1/videos/${id}`);
  const account = await json(`GET ${ACCOUNT}`);
  await restart();
  const again = await ask('POST /v1/videos', { body: REQUEST, headers });
  expect([again.headers.get('idempotent-replayed'), (await again.json()).id]).toEqual(['true', id]);
  expect((await json(`GET ${ACCOUNT}`)).ledger).toEqual(account.ledger);
  expect((await json(`GET /v1/videos/${id}`)).status).toBe('completed');
});

test('a clip has the same bytes and the same ETag', async ({ skip }) => {
  if ((await emulator.readiness()).status !== 'ready') skip('no ffmpeg is here');
  const { id } = await json('POST /v1/videos', { body: REQUEST });
  for (let polls = 0; polls < 2; polls += 1) await json(`GET /v1/videos/${id}`);
  const before = await ask(`GET /v1/videos/${id}/content`);
  const bytes = Buffer.from(await before.arrayBuffer());
  await restart();
  const after = await ask(`GET /v1/videos/${id}/content`);
  expect([after.status, after.headers.get('etag')]).toEqual([200, before.headers.get('etag')]);
  expect(Buffer.from(await after.arrayBuffer()).equals(bytes)).toBe(true);
});

test('fault rules go on with what they have counted', async () => {
  const rules = [{ match: { operation: 'get' }, effect: { kind: 'answer', status: 503 }, limit: { hits: 2 } }];
  const { id } = await json('POST /v1/videos', { body: REQUEST });
  await json(`PUT ${ACCOUNT}/faults`, { body: { rules } });
  const before = (await ask(`GET /v1/videos/${id}`)).status;
  await restart();
  const after = [(await ask(`GET /v1/videos/${id}`)).status, (await ask(`GET /v1/videos/${id}`)).status];
  expect([before, ...after]).toEqual([503, 503, 200]);
});

test('issued keys open their account, and revoked ones stay so', async () => {
  await json('POST /_standin/accounts', { body: { name: 'issued', key: 'a-key-of-its-own' } });
  await json('POST /_standin/accounts/issued/keys', { body: { key: 'another-key-of-it' } });
  await json('POST /_standin/accounts/issued/keys/revoke', { body: { key: 'another-key-of-it' } });
  await restart();
  const statuses = ['a-key-of-its-own', 'another-key-of-it', 'no-key-at-all'].map(async (key) => {
    return (await ask('GET /v1/videos/none', { key })).status;
  });
  expect(await Promise.all(statuses)).toEqual([404, 401, 401]);
});

test('a frozen clock stands where it stood, a real one has gone on, and the default clock stays set', async () => {
  await json('PUT /_standin/clock', { body: { clock: 'frozen@2030-01-01T00:00:00Z' } });
  await json('POST /_standin/accounts', { body: { name: 'frozen' } });
  await restart();
  await json('POST /_standin/accounts', { body: { name: 'later' } });
  for (const name of ['frozen', 'later']) {
    expect((await json(`GET /_standin/accounts/${name}`)).clock).toMatchObject({
      mode: 'frozen',
      now: '2030-01-01T00:00:00.000Z',
    });
  }
  const now = Date.parse((await json(`GET ${ACCOUNT}`)).clock.now);
  expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
});

test('the journal has its entries, and a cursor of before finds what came since', async () => {
  const { id } = await json('POST /v1/videos', { body: REQUEST });
  const { entries, cursor } = await json(`GET ${ACCOUNT}/journal?limit=1000`);
  await restart();
  await json(`GET /v1/videos/${id}`);
  const after = await json(`GET ${ACCOUNT}/journal?limit=1000`);
  expect(after.entries.slice(0, entries.length)).toEqual(entries);
  const since = await json(`GET ${ACCOUNT}/journal?since=${cursor}`);
  expect(since.entries.map(({ operation }: { operation: string }) => operation)).toEqual(['get']);
});

test('the journal has the entries of the turn in which the emulator was closed', async () => {
  const rejected = { ...REQUEST, model: 'none' };
  await ask('POST /v1/videos', { body: rejected, key: 'sk_standin_closed' });
  await restart();
  const { entries } = await (await ask('GET /_standin/accounts/closed/journal')).json();
  expect(entries).toMatchObject([{ status: 400, code: 'invalid_model' }]);
});

test('accounts that were reset or deleted do not return', async () => {
  await json('POST /_standin/accounts/frozen/reset');
  await json('DELETE /_standin/accounts/later');
  await restart();
  expect((await json('GET /_standin/accounts/frozen')).counters.created).toBe(0);
  expect((await ask('GET /_standin/accounts/later')).status).toBe(404);
});

test('data beyond the limits is deleted from the folder, too', async () => {
  for (let request = 0; request < 200; request += 1) await ask('GET /v1/videos/none', { key: 'sk_standin_many' });
  await restart();
  const { entries } = await json('GET /_standin/accounts/many/journal?limit=1000');
  expect(entries.length).toBeLessThanOrEqual(50);
  expect(entries.length).toBeGreaterThan(40);
});

test('an issued key that opens its account again is not kept where another account writes it', async () => {
  const key = 'issued.before-the-restart';
  await json(`POST ${ACCOUNT}/keys`, { body: { key } });
  await restart();
  expect((await ask('GET /v1/videos/x', { key })).status).toBe(404);
  const { id } = await json('POST /v1/videos', { body: { ...REQUEST, prompt: `use ${key}` }, key: 'sk_standin_else' });
  const shown = await Promise.all(
    ['journal', 'snapshot', 'generations'].map(async (view) =>
      (await ask(`GET /_standin/accounts/else/${view}`)).text(),
    ),
  );
  for (const text of shown) expect([text.includes(id), text.includes(key)]).toEqual([true, false]);
});

test('keys in a create are in no file of the folder', async () => {
  const { id } = await json('POST /v1/videos', {
    body: {
      ...REQUEST,
      mode: 'reference-to-video',
      prompt: '@sk_standin_hidden_1 walks with sk_standin_hidden_2',
      image_urls: ['https://media.example/a.png?key=sk_standin_hidden_3'],
      subject_to_image_ids: { sk_standin_hidden_1: [0] },
    },
  });
  await emulator.close();
  const data = join(folder, 'data');
  const names = await readdir(data, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const text = (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
  emulator = open();
  expect([text.includes(id), text.includes('media.example/a.png'), text.includes('hidden')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('the input files of a generation that a process had not fetched when it ended are fetched by the next one', async () => {
  const key = 'sk_standin_waiting~latency-polls-0-1';
  const body = { ...REQUEST, mode: 'image-to-video', aspect_ratio: 'adaptive', image_urls: [IMAGE] };
  const { id } = await json('POST /v1/videos', { key, body });
  const snapshot = await json('GET /_standin/accounts/waiting/snapshot');
  // The state between the answer of the create and the arrival of the file.
  const [kept] = snapshot.state.open;
  const change = { fail: { code: 'capacity_unavailable', from: 'running' }, give_up_seconds: 60, skip_running: false };
  kept.plan = { kind: 'waiting', is_adaptive: true, changes: [change] };
  kept.assignment.size = { width: 854, height: 480 };
  expect((await ask('PUT /_standin/accounts/waiting/snapshot', { body: snapshot })).status).toBe(200);
  await restart();
  // The next process may fetch the file before it decides on this poll. Then the generation is already running.
  const { status } = await json(`GET /v1/videos/${id}`, { key });
  expect(['pending', 'running']).toContain(status);
  const failed = { id, status: 'failed', error: { code: 'capacity_unavailable' } };
  await expect.poll(() => json(`GET /v1/videos/${id}`, { key }), { interval: 5 }).toMatchObject(failed);
  const { state } = await json('GET /_standin/accounts/waiting/snapshot');
  expect(state.ended[0].assignment.size).toEqual({ width: 752, height: 560 });
});
