/** A download with a redirect to another origin: the server of the clip there, and the journal entries. */

import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { StoreUnavailable } from '../../emulator/domain/store.ts';
import { buildEmulator } from '../../emulator/emulator.ts';
import { createEmulator, type Emulator, type Listening } from '../../emulator/index.ts';
import { videoHandlers } from '../../emulator/msw/index.ts';
import { createMemoryStore } from '../../emulator/store/memory.ts';

const BODY = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p', audio: false };

let emulator: Emulator;
let listening: Listening;
beforeAll(async () => {
  emulator = createEmulator({ latency: 'instant' });
  listening = await emulator.listen({ port: 0 });
});
afterAll(() => emulator.close());

const headersOf = (label: string): Record<string, string> => ({
  authorization: `Bearer sk_standin_${label}~scenario-content_redirect`,
  'content-type': 'application/json',
});

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Makes a clip and returns its URL. */
async function contentUrl(base: string, label: string, ask: Fetch = fetch): Promise<string> {
  const headers = headersOf(label);
  const created = await ask(`${base}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(BODY) });
  const { id } = (await created.json()) as { id: string };
  await (await ask(`${base}/v1/videos/${id}`, { headers })).text();
  return `${base}/v1/videos/${id}/content`;
}

/** Returns, for each download, the host and whether the request carried a key. */
function keysIn(label: string): [host: string, hasKey: boolean][] {
  const entries = emulator.account(label).journal.entries({ operation: 'content' });
  return entries.map(({ path, request }) => [
    path.startsWith('/') ? 'api' : new URL(path).hostname,
    request.has_authorization,
  ]);
}

describe('over a socket', () => {
  test('a client that follows without its key gets the clip, and the journal says so', async () => {
    const url = await contentUrl(listening.url, 'careful');
    const clip = await fetch(url, { headers: headersOf('careful') });
    expect([clip.status, new URL(clip.url).hostname]).toEqual([200, 'localhost']);
    expect(new URL(clip.url).port).not.toBe(new URL(listening.url).port);
    expect(Buffer.from(await clip.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');
    expect(keysIn('careful')).toEqual([
      ['api', true],
      ['localhost', false],
    ]);
  });

  test('a key that is handed on is seen, as what it is the key of', async () => {
    const url = await contentUrl(listening.url, 'leaky');
    const headers = headersOf('leaky');
    const { headers: redirect } = await fetch(url, { headers, redirect: 'manual' });
    await (await fetch(redirect.get('location') ?? '', { headers })).arrayBuffer();
    const [asked, leaked] = emulator.account('leaky').journal.entries({ operation: 'content' });
    expect(leaked).toMatchObject({ status: 200, key: asked?.key, generation: asked?.generation });
    expect(keysIn('leaky').at(-1)).toEqual(['localhost', true]);
    expect(JSON.stringify(leaked)).not.toContain('sk_standin_leaky~');
  });

  test('a client that came by localhost is led to 127.0.0.1', async () => {
    const base = listening.url.replace('127.0.0.1', 'localhost');
    const url = await contentUrl(base, 'by-name');
    const { headers } = await fetch(url, { headers: headersOf('by-name'), redirect: 'manual' });
    expect(new URL(headers.get('location') ?? '').hostname).toBe('127.0.0.1');
  });

  test('without its signature, or with the signature of another clip, a URL serves no clip', async () => {
    const headers = headersOf('guess');
    const places = [];
    for (let at = 0; at < 2; at += 1) {
      const url = await contentUrl(listening.url, 'guess');
      const answer = await fetch(url, { headers, redirect: 'manual' });
      places.push(new URL(answer.headers.get('location') ?? ''));
    }
    const [first, second] = places;
    const mixed = `${first?.origin}${first?.pathname}${second?.search}`;
    for (const url of [mixed, `${first?.origin}/`, `${first?.href.slice(0, -1)}`, `${first?.origin}/v1/videos`]) {
      const answer = await fetch(url, { headers });
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
    }
    const posted = await fetch(first ?? '', { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('it closes with the server that it belongs to', async () => {
    const own = createEmulator({ latency: 'instant' });
    const server = await own.listen({ port: 0 });
    const url = await contentUrl(server.url, 'closing');
    const { headers } = await fetch(url, { headers: headersOf('closing'), redirect: 'manual' });
    await server.close();
    await expect(fetch(headers.get('location') ?? '')).rejects.toThrow(TypeError);
    await own.close();
  });
});

describe('without sockets', () => {
  test('emulator.fetch answers for the other origin by its name', async () => {
    const url = await contentUrl('http://standin.test', 'fetching', emulator.fetch);
    const answer = await emulator.fetch(url, { headers: headersOf('fetching') });
    const location = answer.headers.get('location') ?? '';
    expect([answer.status, new URL(location).origin]).toEqual([302, 'https://downloads.standin.test']);
    const clip = await emulator.fetch(location, { headers: { range: 'bytes=4-7' } });
    expect([clip.status, await clip.text()]).toEqual([206, 'ftyp']);
    expect(keysIn('fetching')).toEqual([
      ['api', true],
      ['downloads.standin.test', false],
    ]);
  });

  test('with MSW fetch follows to it, and leaves the key behind', async () => {
    const base = 'https://api.video.test';
    const server = setupServer(...videoHandlers({ baseUrl: base, emulator }));
    server.listen({ onUnhandledRequest: 'error' });
    const url = await contentUrl(base, 'mocked');
    const clip = await fetch(url, { headers: headersOf('mocked') });
    expect(Buffer.from(await clip.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');
    server.close();
    expect(keysIn('mocked')).toEqual([
      ['api', true],
      ['downloads.standin.test', false],
    ]);
  });
});

describe('the other origin', () => {
  /** Makes a clip, and returns its URL at the other origin. */
  const locationIn = async (own: Emulator): Promise<string> => {
    onTestFinished(() => own.close());
    const url = await contentUrl('http://standin.test', 'own', own.fetch);
    const { headers } = await own.fetch(url, { headers: headersOf('own') });
    return headers.get('location') ?? '';
  };

  test('follows the clock of the account and the setting requestIds', async () => {
    const own = createEmulator({ latency: 'instant', clock: 'frozen@2026-01-01T00:00:00Z', requestIds: 'none' });
    const { status, headers } = await own.fetch(await locationIn(own));
    expect([status, headers.get('date')]).toEqual([200, 'Thu, 01 Jan 2026 00:00:00 GMT']);
    expect(headers.has('x-request-id')).toBe(false);
  });

  test('serves only completed generations, because a reset gives their ids to new ones', async () => {
    const own = createEmulator({ latency: 'polls:1,0' });
    onTestFinished(() => own.close());
    const url = await contentUrl('http://standin.test', 'own', own.fetch);
    await own.fetch(url.replace('/content', ''), { headers: headersOf('own') });
    const { headers } = await own.fetch(url, { headers: headersOf('own') });
    const location = headers.get('location') ?? '';
    const create = { method: 'POST', headers: headersOf('own'), body: JSON.stringify(BODY) };
    expect((await own.fetch(location)).status).toBe(200);
    await own.fetch('http://localhost/_standin/accounts/own/reset', { method: 'POST', headers: headersOf('own') });
    const again = (await (await own.fetch('http://standin.test/v1/videos', create)).json()) as { id: string };
    expect([url.includes(again.id), (await own.fetch(location)).status]).toEqual([true, 404]);
  });

  test('is open to every page if the setting cors is on, because a redirect hides the origin of the page', async () => {
    const own = createEmulator({ latency: 'instant', cors: ['https://app.localhost:3000'] });
    const location = await locationIn(own);
    const clip = await own.fetch(location, { headers: { origin: 'null', range: 'bytes=4-7' } });
    expect([clip.status, clip.headers.get('access-control-allow-origin')]).toEqual([206, '*']);
    const asked = { origin: 'null', 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-a' };
    const preflight = await own.fetch(location, { method: 'OPTIONS', headers: asked });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'x-a']);
  });

  test('has no CORS headers without the setting', async () => {
    const own = createEmulator({ latency: 'instant' });
    const { headers } = await own.fetch(await locationIn(own), { headers: { origin: 'null' } });
    expect([headers.has('access-control-allow-origin'), headers.has('vary')]).toEqual([false, false]);
  });

  test('answers 503 while the store is unavailable, and reports no crash', async () => {
    let isDown = false;
    const own = buildEmulator({ latency: 'instant' }, (bounds, listener) => {
      const store = createMemoryStore(bounds, listener);
      const enter: typeof store.enter = async (...asked) => {
        if (isDown) throw new StoreUnavailable('The store of the test is down.');
        return store.enter(...asked);
      };
      return { ...store, enter };
    });
    const location = await locationIn(own);
    const warned: unknown[] = [];
    const hear = (warning: Error): void => void warned.push(warning);
    process.on('warning', hear);
    onTestFinished(() => void process.off('warning', hear));
    isDown = true;
    const answer = await own.fetch(location);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ error: { message: 'The store of the test is down.' } });
    await new Promise(setImmediate);
    expect(warned).toEqual([]);
  });
});
