/** Pages of other origins: the preflight requests of a browser, and the headers that it needs for a call of the API. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmulator, SettingsError, type Emulator, type Listening } from '../../emulator/index.ts';

const PAGE = 'https://app.localhost:3000';
const AUTHORIZATION = { authorization: 'Bearer sk_standin_page' };
const BODY = JSON.stringify({ model: 'videomodel-2.5', prompt: 'a pool', duration_seconds: 4, resolution: '480p' });

let emulator: Emulator;
let listening: Listening;
beforeAll(async () => {
  emulator = createEmulator({ latency: 'instant', cors: [PAGE] });
  listening = await emulator.listen({ port: 0 });
});
afterAll(() => emulator.close());

function ask(path: string, init: RequestInit & { readonly headers?: Record<string, string> }): Promise<Response> {
  return fetch(`${listening.url}${path}`, init);
}

function preflight(path: string, method: string, headers: Record<string, string> = {}): Promise<Response> {
  const asked = { origin: PAGE, 'access-control-request-method': method, ...headers };
  return ask(path, { method: 'OPTIONS', headers: asked });
}

describe('a page of a listed origin', () => {
  test.each([
    ['/v1/videos', 'POST'],
    ['/v1/videos/x', 'GET'],
    ['/v1/videos/x/content', 'GET'],
    ['/v1/videos/x', 'DELETE'],
  ])('may ask before it sends: %s %s', async (path, method) => {
    const wanted = 'authorization, content-type, idempotency-key, x-client-retry';
    const answer = await preflight(path, method, { 'access-control-request-headers': wanted });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST');
    expect(answer.headers.get('access-control-allow-headers')).toBe(wanted);
    expect(answer.headers.get('vary')).toContain('Origin');
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test('gets no request id if the setting requestIds is "none"', async () => {
    const own = createEmulator({ cors: [PAGE], requestIds: 'none' });
    const headers = { origin: PAGE, 'access-control-request-method': 'POST' };
    const answer = await own.fetch('http://localhost/v1/videos', { method: 'OPTIONS', headers });
    expect([answer.status, answer.headers.has('date'), answer.headers.has('x-request-id')]).toEqual([204, true, false]);
    await own.close();
  });

  test('may call from a public page into this machine', async () => {
    const answer = await preflight('/v1/videos', 'POST', { 'access-control-request-private-network': 'true' });
    expect(answer.headers.get('access-control-allow-private-network')).toBe('true');
  });

  test('creates, polls, and reads a range with the headers of it, and refusals as well', async () => {
    const headers = { ...AUTHORIZATION, origin: PAGE, 'content-type': 'application/json' };
    const created = await ask('/v1/videos', { method: 'POST', headers, body: BODY });
    const { id } = (await created.json()) as { id: string };
    const polled = await ask(`/v1/videos/${id}`, { headers });
    const part = await ask(`/v1/videos/${id}/content`, { headers: { ...headers, range: 'bytes=0-9' } });
    const refused = await ask('/v1/videos', { method: 'POST', headers: { origin: PAGE }, body: BODY });
    const statuses = [created, polled, part, refused].map(({ status }) => status);
    expect(statuses).toEqual([202, 200, 206, 401]);
    for (const answer of [created, polled, part, refused]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
      expect(answer.headers.get('vary')).toBe('Origin');
    }
    const exposed = part.headers.get('access-control-expose-headers')?.split(', ') ?? [];
    expect(exposed).toEqual(expect.arrayContaining(['Content-Range', 'ETag', 'Accept-Ranges', 'Content-Length']));
    expect(part.headers.get('content-disposition')).toBe(`inline; filename="${id}.mp4"`);
  });

  test('never calls the control API', async () => {
    const read = await ask('/_standin/accounts', { headers: { origin: PAGE } });
    const asked = await preflight('/_standin/accounts', 'POST');
    expect(read.status).toBe(403);
    for (const { headers } of [read, asked]) expect(headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('any other page', () => {
  test.each(['https://evil.example', 'https://app.localhost', 'http://app.localhost:3000', 'null'])(
    'of %s is not let in, and its preflight is a plain 405',
    async (origin) => {
      const headers = { ...AUTHORIZATION, origin, 'access-control-request-method': 'POST' };
      const asked = await ask('/v1/videos', { method: 'OPTIONS', headers });
      const read = await ask('/v1/videos/x', { headers: { ...AUTHORIZATION, origin } });
      expect([asked.status, read.status]).toEqual([405, 404]);
      for (const answer of [asked, read]) {
        expect(answer.headers.has('access-control-allow-origin')).toBe(false);
        expect(answer.headers.get('vary')).toBe('Origin');
      }
    },
  );

  test('is not allowed without the setting, and answers carry no CORS headers', async () => {
    const closed = createEmulator();
    const answer = await closed.fetch('http://localhost/v1/videos/x', { headers: { ...AUTHORIZATION, origin: PAGE } });
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    expect(answer.headers.has('vary')).toBe(false);
    await closed.close();
  });

  test('of every origin is let in by *', async () => {
    const open = createEmulator({ cors: ['*'] });
    const headers = { ...AUTHORIZATION, origin: 'null' };
    const answer = await open.fetch('http://localhost/v1/videos/x', { headers });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    await open.close();
  });
});

test.each([
  'app.localhost',
  'https://app.localhost/',
  'https://app.localhost:443',
  'HTTPS://app.localhost',
  'null',
  '',
])('the setting refuses "%s", which no browser sends as an origin', (origin) => {
  expect(() => createEmulator({ cors: [origin] })).toThrow(SettingsError);
});
