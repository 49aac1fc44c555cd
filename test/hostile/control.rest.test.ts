/** Attacks on the control API: floods, races and odd values are refused in bounded time, and do no harm. */

import { request as httpRequest } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createEmulator, type SettingsInput } from '../../emulator/index.ts';

interface Answer {
  readonly status: number;
  readonly text: string;
  /** Tests may read any member. */
  readonly body: ReturnType<typeof JSON.parse>;
}

/**
 * HOSTILE=full is the full size. npm test sends a tenth, which exceeds every limit that refuses requests, except the
 * limit of all keys.
 */
const isFull = process.env['HOSTILE'] === 'full';
const FLOOD = isFull ? 4_000_000 : 400_000;
const OPENS = isFull ? 50_001 : 5001;

const KEY = 'sk_standin_a';
const REQUEST = { model: 'videomodel-2.5', prompt: 'a red fox', duration_seconds: 4, resolution: '480p' };

/** Sends a request. `target` contains the method and the path. */
type Send = (target: string, body?: unknown, key?: string) => Promise<Answer>;

function open(settings: SettingsInput = {}): { send: Send; listen: () => Promise<number> } {
  const emulator = createEmulator(settings);
  onTestFinished(() => emulator.close());
  return {
    listen: async () => (await emulator.listen({ port: 0 })).port,
    send: async (target, body, key) => {
      const [method = '', path = ''] = target.split(' ');
      const headers = {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      };
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
      const init = { method, headers, ...(method !== 'GET' && { body: text }) };
      const response = await emulator.fetch(new Request(`http://localhost${path}`, init));
      const answer = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      return { status: response.status, text: answer, body: isJson ? JSON.parse(answer) : answer };
    },
  };
}

const ACCOUNT = '/_standin/accounts/a';

async function snapshotOf(send: Send): Promise<Answer> {
  await send('POST /v1/videos', REQUEST, KEY);
  return send(`GET ${ACCOUNT}/snapshot`);
}

const PLAIN = { size: { width: 854, height: 480 }, images: [], sources: [] };
const wide = (pixels: number): object => ({ width: pixels, height: pixels });
const imageAt = (name: string): object => ({ url: `https://media.example/${name}.png`, handles: [] });
const source = (id: string): object => ({ id, handles: [] });

describe('a flood in a snapshot', () => {
  const EMPTY = '{},';

  test.each([
    ['open generations', '"open":['],
    ['ended generations', '"ended":['],
    ['Idempotency-Keys', '"idempotency":['],
    ['images of one generation', '"images":['],
    ['revoked keys', '"revoked_keys":['],
  ])(`of ${FLOOD} empty objects for %s is refused before they are read`, async (_, place) => {
    const { send } = open();
    const { text } = await snapshotOf(send);
    expect(text).toContain(place);
    const flood = text.replace(place, `${place}${EMPTY.repeat(FLOOD)}`);
    const { status, body } = await send(`PUT ${ACCOUNT}/snapshot`, flood);
    expect([status, body.error.code]).toEqual([400, 'invalid_json']);
  });

  test('of wrong generations, few enough to be read, is refused at the first of them', async () => {
    const { send } = open();
    const { text } = await snapshotOf(send);
    const flood = text.replace('"open":[', `"open":[${EMPTY.repeat(90_000)}`);
    const { status, body } = await send(`PUT ${ACCOUNT}/snapshot`, flood);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('state.open[0].id must be')]);
    expect(body.error.message).not.toContain('open[1]');
  });

  test('of lists inside each other is refused', async () => {
    const { send } = open();
    const { text } = await snapshotOf(send);
    const nest = '['.repeat(50) + ']'.repeat(50);
    const flood = text.replace('"open":[', `"open":[${`${nest},`.repeat(10_000)}`);
    const { status, body } = await send(`PUT ${ACCOUNT}/snapshot`, flood);
    expect([status, body.error.code]).toEqual([400, 'invalid_json']);
  });

  test('of unknown fields is refused, and the message names a few of them', async () => {
    const { send } = open();
    const { text } = await snapshotOf(send);
    const names = Array.from({ length: 50_000 }, (_, at) => `"field${at}":0,`).join('');
    const { status, body } = await send(`PUT ${ACCOUNT}/snapshot`, text.replace('"state":{', `"state":{${names}`));
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('state.field4 is not known')]);
    expect(body.error.message).not.toContain('field5');
  });
});

describe('JSON nested 3,000 deep', () => {
  const deep = '['.repeat(3000) + ']'.repeat(3000);
  const rule = `{"effect":{"kind":"answer","body":{"json":${deep}}}}`;

  test.each([
    ['PUT', `${ACCOUNT}/faults`, `{"rules":[${rule}]}`],
    ['POST', `${ACCOUNT}/faults`, `{"rule":${rule}}`],
    ['PUT', `${ACCOUNT}/snapshot`, `{"state":${deep}}`],
    ['POST', '/_standin/accounts', `{"name":${deep}}`],
  ])('%s %s is refused', async (method, path, body) => {
    const { send } = open();
    await send('POST /_standin/accounts', { name: 'a' });
    const answer = await send(`${method} ${path}`, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_json']);
    expect(answer.body.error.message).toContain('is nested more than 64 levels deep');
  });
});

describe('a snapshot with an odd value', () => {
  test.each(['%2E', '%2E%2E', 'a%0Ab', 'a%00b', 'a%20b', 'a'.repeat(65)])(
    'does not open an account called %j',
    async (name) => {
      const { send, listen } = open();
      const { text } = await snapshotOf(send);
      const port = await listen();
      // A raw request, because a URL would resolve the dots.
      const status = await putRaw(port, `/_standin/accounts/${name}/snapshot`, text);
      expect(status).toBe(400);
      expect((await send('GET /_standin/accounts')).body.total).toBe(1);
    },
  );

  test.each(['created_at', 'ends_at', 'reading', 'anchor'])('is refused where %s is 1e300', async (field) => {
    const { send } = open();
    const { text } = await snapshotOf(send);
    const odd = text.replace(new RegExp(`"${field}":-?[\\d.]+`), `"${field}":1e300`);
    expect(odd).toContain('1e300');
    const { status, body } = await send(`PUT ${ACCOUNT}/snapshot`, odd);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(`${field} must be at most`)]);
  });

  const seconds = (median_ms: number, p95_ms: number): object => ({
    profile: 'seconds',
    pending: { median_ms, p95_ms },
    running: { median_ms: 0, p95_ms: 0 },
  });
  const latencyIs = (latency: object) => (account: Record<string, Record<string, unknown>>) =>
    Object.assign(account['settings'] ?? {}, { latency });

  test.each([
    ['a latency of 1e308 ms', 'median_ms must be at most 999999999', latencyIs(seconds(1e308, 1e308))],
    ['a 95th percentile below the median', 'p95_ms must be at least the median', latencyIs(seconds(5, 0))],
    [
      'a latency of 1e15 polls',
      'pending must be at most 999999',
      latencyIs({ profile: 'polls', pending: 1e15, running: 0 }),
    ],
    [
      'as many creates as can be counted',
      'created must be at most',
      (account: object) => Object.assign(account, { created: Number.MAX_SAFE_INTEGER }),
    ],
  ])('is refused with %s: its next snapshot could not be restored', async (_, message, change) => {
    const { send } = open();
    const { body } = await snapshotOf(send);
    change(body.state.account);
    const answer = await send(`PUT ${ACCOUNT}/snapshot`, body);
    expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test('of the latest possible time continues, and a request for its content does not crash', async () => {
    const { send } = open({ latency: 'instant', clock: 'frozen' });
    const { body } = await snapshotOf(send);
    const [generation] = body.state.open;
    const late = JSON.stringify(body)
      .replaceAll(/"(created_at|starts_at|ends_at|reading)":[\d.]+/g, '"$1":4320000000000000')
      .replaceAll('"anchor":4320000000000000', '"anchor":0');
    expect((await send(`PUT ${ACCOUNT}/snapshot`, late)).status).toBe(200);
    const poll = await send(`GET /v1/videos/${generation.id}`, undefined, KEY);
    expect(poll.status).toBe(200);
    // 503 if the machine has no ffmpeg.
    const content = await send(`GET /v1/videos/${generation.id}/content`, undefined, KEY);
    expect([200, 503]).toContain(content.status);
  });
});

describe('a snapshot of clips that no create makes', () => {
  const SOURCE = 'b0000000-0000-4000-8000-000000000000';

  test.each([
    ['of a minute', 'seconds must be at most 30', { seconds: 60 }],
    ['of 8192x8192 pixels', 'size must be a valid size for a clip of its resolution', { size: wide(8192) }],
    ['in the size of another resolution', 'size must be a valid size', { size: { width: 1920, height: 1080 } }],
    ['of 31 images', 'images must have at most 30 members', { images: Array(31).fill(imageAt('a')) }],
    ['of eleven source videos', 'sources must have at most 10 members', { sources: Array(11).fill(source(SOURCE)) }],
    [
      'of source videos of 32 s together',
      'has sources of 32 seconds together, over 30',
      { sources: Array(8).fill(source(SOURCE)) },
    ],
  ])('%s is refused', async (_, message, changes) => {
    const { send } = open();
    const { body } = await snapshotOf(send);
    const [generation] = body.state.open;
    const other = { ...generation, id: SOURCE, cost: 0 };
    Object.assign(generation.assignment, changes);
    const generations = [{ ...other, assignment: { ...other.assignment, seconds: 4, ...PLAIN } }, generation];
    const answer = await send(`PUT ${ACCOUNT}/snapshot`, { ...body, state: { ...body.state, open: generations } });
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('a create with many handles', () => {
  const create = (count: number, indexes: readonly number[]): object => ({
    ...REQUEST,
    mode: 'reference-to-video',
    image_urls: indexes.map((at) => `https://media.example/${at}.png`),
    subject_to_image_ids: Object.fromEntries(Array.from({ length: count }, (_, at) => [`handle_${at}`, indexes])),
  });
  const all = Array.from({ length: 30 }, (_, at) => at);

  test('is refused past their bound, before any of them is kept', async () => {
    const { send } = open();
    const { status, body } = await send('POST /v1/videos', create(50_000, [0]), KEY);
    expect([status, body.error.code]).toEqual([400, 'invalid_subject_map']);
    expect(body.error.message).toContain('must name at most 500 handles');
  });

  test('within it leaves a snapshot that can be restored', async () => {
    const { send } = open();
    expect((await send('POST /v1/videos', create(500, all), KEY)).status).toBe(202);
    const { text } = await send(`GET ${ACCOUNT}/snapshot`);
    const { status, body } = await send(`PUT ${ACCOUNT}/snapshot`, text);
    expect([status, body.error]).toEqual([200, undefined]);
  });
});

test('keys as handles of a create are in nothing that is shown', async () => {
  const { send } = open();
  const secret = 'sk_standin_hidden_1';
  const sent = {
    ...REQUEST,
    mode: 'reference-to-video',
    prompt: `@${secret} walks to the music of @sound`,
    image_urls: ['https://media.example/a.png', 'https://media.example/b.png'],
    audio_urls: ['https://media.example/a.mp3'],
    subject_to_image_ids: { [secret]: [0], sk_standin_hidden_2: [1] },
    subject_to_audio_ids: { sound: [0] },
  };
  expect((await send('POST /v1/videos', sent, KEY)).status).toBe(202);
  const { body, text } = await send(`GET ${ACCOUNT}/snapshot`);
  const { images, audios } = body.state.open[0].assignment;
  expect([...images, ...audios].map(({ handles }: { handles: string[] }) => handles)).toEqual([
    ['[redacted]'],
    ['[redacted]'],
    ['sound'],
  ]);
  const others = await Promise.all(['generations', 'journal'].map((path) => send(`GET ${ACCOUNT}/${path}`)));
  for (const shown of [text, ...others.map((answer) => answer.text)]) expect(shown).not.toContain('hidden');
});

test('keys in the URLs of inputs are in nothing that is shown, also if they come from a snapshot', async () => {
  const { send } = open();
  const images = ['https://media.example/a.png?key=sk_standin_hidden_1', 'https://sk_standin_hidden_2.example/b.png'];
  const inputs = {
    mode: 'reference-to-video',
    image_urls: images,
    audio_urls: ['https://media.example/sk_standin_hidden_3'],
  };
  expect((await send('POST /v1/videos', { ...REQUEST, ...inputs }, KEY)).status).toBe(202);
  const { body, text } = await send(`GET ${ACCOUNT}/snapshot`);
  const { assignment } = body.state.open[0];
  expect(assignment.images.map(({ url }: { url: string }) => url)).toEqual([
    'https://media.example/a.png?key=redacted',
    'https://redacted',
  ]);
  const spoiled = structuredClone(body);
  spoiled.state.open[0].assignment.images[0].url = 'https://media.example/?sk_standin_hidden_4';
  expect((await send(`PUT ${ACCOUNT}/snapshot`, spoiled)).status).toBe(200);
  const later = await Promise.all(['snapshot', 'generations', 'journal'].map((path) => send(`GET ${ACCOUNT}/${path}`)));
  for (const shown of [text, ...later.map((answer) => answer.text)]) expect(shown).not.toContain('hidden');
});

test('keys in the prompts and the handles of a snapshot are not shown', async () => {
  const { send } = open();
  const { body } = await snapshotOf(send);
  const spoiled = structuredClone(body);
  const { assignment } = spoiled.state.open[0];
  assignment.prompt = 'a fox for sk_standin_secret-1';
  assignment.images = [{ url: 'https://media.example/a.png', handles: ['sk_standin_secret-2'] }];
  expect((await send(`PUT ${ACCOUNT}/snapshot`, spoiled)).status).toBe(200);
  for (const path of ['snapshot', 'generations']) {
    const { text } = await send(`GET ${ACCOUNT}/${path}`);
    expect(text).toContain('[redacted]');
    expect(text).not.toContain('sk_standin_secret');
  }
});

describe('names and keys', () => {
  test('of 50 parallel opens of one name exactly one is made', async () => {
    const { send } = open();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('POST /_standin/accounts', { name: 'b' })));
    expect(countOf(answers, 201)).toBe(1);
    expect(countOf(answers, 409)).toBe(49);
  });

  test('of 50 parallel forks into one name exactly one is made', async () => {
    const { send } = open();
    await send('POST /_standin/accounts', { name: 'a' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(`POST ${ACCOUNT}/fork`, { name: 'b' })));
    expect(countOf(answers, 201)).toBe(1);
    expect(countOf(answers, 409)).toBe(49);
  });

  test('a refused open keeps no key', async () => {
    const { send } = open({ maxAccounts: 1, auth: 'listed' });
    await send('POST /_standin/accounts', { name: 'first' });
    const refused = await send('POST /_standin/accounts', { name: 'second', key: 'key-of-second' });
    expect([refused.status, refused.body.error.code]).toEqual([503, 'no_room']);
    await send('DELETE /_standin/accounts/first');
    expect((await send('POST /v1/videos', REQUEST, 'key-of-second')).status).toBe(401);
  });

  test(`after ${OPENS} opens, refused or deleted or not, accounts open still`, async () => {
    const { send } = open({ maxAccounts: 1 });
    await send('POST /_standin/accounts', { name: 'first' });
    const statuses = new Set<number>();
    for (let at = 0; at < OPENS; at += 1) {
      statuses.add((await send('POST /_standin/accounts', { name: `refused-${at}`, key: `key-of-${at}` })).status);
    }
    expect([...statuses]).toEqual([503]);
    expect((await send('POST /_standin/accounts/first/keys', { key: 'one-more' })).status).toBe(200);
    await send('DELETE /_standin/accounts/first');
    expect((await send('POST /_standin/accounts', { name: 'last', key: 'key-of-last' })).status).toBe(201);
  });
});

test('a restore that races a delete answers as documented', async () => {
  const { send } = open();
  const { body: snapshot } = await snapshotOf(send);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0 ? send(`PUT ${ACCOUNT}/snapshot`, snapshot) : send(`DELETE ${ACCOUNT}`),
    ),
  );
  const restores = answers.filter((_, at) => at % 2 === 0).map(({ status }) => status);
  const deletes = answers.filter((_, at) => at % 2 === 1).map(({ status }) => status);
  expect(new Set(restores)).toEqual(new Set([200]));
  expect([...new Set(deletes)].filter((status) => status !== 200 && status !== 404)).toEqual([]);
});

function countOf(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

function putRaw(port: number, path: string, body: string): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method: 'PUT', headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    request.once('error', reject);
    request.end(body);
  });
}
