/** `standin/express` in apps: mount paths, earlier middleware, paths outside of the API, and broken connections. */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { standinMiddleware } from '../../emulator/express/index.ts';
import { createEmulator, type Emulator, type SettingsInput } from '../../emulator/index.ts';
import { sendBytes } from '../support/raw-http.ts';

const KEY = { authorization: 'Bearer sk_standin_app~latency-instant' };
const CREATE = { model: 'videomodel-2.5', prompt: 'a red fox', duration_seconds: 4, resolution: '480p' };
const NOT_FOUND = { error: { code: 'video_not_found' } };

function opened(settings: SettingsInput = {}): Emulator {
  const emulator = createEmulator(settings);
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Serves an app on a free port until the end of the test. */
async function served(app: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

const withEmulator = (settings?: SettingsInput): Express => express().use(standinMiddleware(opened(settings)));

function post(url: string, body: unknown = CREATE, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/v1/videos`, {
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function created(response: Response): Promise<string> {
  const record = (await response.json()) as { id: string };
  expect([response.status, record]).toMatchObject([202, { status: 'pending' }]);
  return record.id;
}

describe('where it is mounted', () => {
  test('all but /v1 and /_standin/ is left to the app', async () => {
    const app = withEmulator();
    app.use((request, response) => void response.send(`app ${request.url}`));
    const { url } = await served(app);
    for (const path of ['/', '/v10', '/v1s/videos', '/docs', '/openapi.json', '/_standin', '/media/v1/videos']) {
      expect(await (await fetch(url + path)).text()).toBe(`app ${path}`);
    }
    expect(await (await fetch(`${url}/_standin/health/live`)).json()).toEqual({ status: 'live' });
    for (const path of ['/v1', '/v1/other', '/v1/videos/x/other']) {
      expect(await (await fetch(url + path)).json()).toMatchObject({ error: { code: 'not_found' } });
    }
  });

  test('below a path, that path is in front of /v1', async () => {
    const emulator = opened();
    const { url } = await served(express().use('/media', standinMiddleware(emulator)));
    const id = await created(await post(`${url}/media`));
    const polled = await fetch(`${url}/media/v1/videos/${id}?a=b`, { headers: KEY });
    expect(await polled.json()).toMatchObject({ status: 'completed', output: { url: `/v1/videos/${id}/content` } });
    expect((await fetch(`${url}/media/_standin/health/live`)).status).toBe(200);
    expect((await fetch(`${url}/v1/videos/${id}`, { headers: KEY })).headers.get('x-request-id')).toBeNull();
  });

  test('a base path of the settings stands behind that', async () => {
    const { url } = await served(express().use('/api', standinMiddleware(opened({ basePath: '/media' }))));
    await created(await post(`${url}/api/media`));
    expect((await post(`${url}/api`)).headers.get('x-request-id')).toBeNull();
  });

  test('a scenario for clients whose base URL has a path knows that it is mounted below one', async () => {
    const middleware = standinMiddleware(opened({ scenario: 'relative_output_url' }));
    const { url } = await served(express().use('/media', middleware));
    expect((await post(`${url}/media`)).status).toBe(202);
  });

  test('another kind of app that passes requests on by a function, as Connect does, will do', async () => {
    const middleware = standinMiddleware(opened());
    const { url } = await served((request, response) => {
      middleware(request, response, () => response.writeHead(404).end('not here'));
    });
    await created(await post(url));
    expect(await (await fetch(`${url}/other`)).text()).toBe('not here');
  });

  test('only what createEmulator returned can be mounted', () => {
    expect(() => standinMiddleware({ ...opened() })).toThrow('emulator: must be a return value of createEmulator');
  });
});

describe('earlier middleware', () => {
  test.each([
    ['express.json()', express.json()],
    ['express.text()', express.text({ type: '*/*' })],
    ['express.raw()', express.raw({ type: '*/*' })],
  ])('%s has read the body', async (_, parser) => {
    const { url } = await served(express().use(parser).use(standinMiddleware(opened())));
    const id = await created(await post(url));
    expect((await fetch(`${url}/v1/videos/${id}`, { headers: KEY })).status).toBe(200);
    expect(await (await post(url, { ...CREATE, prompt: '' })).json()).toMatchObject({
      error: { code: 'invalid_prompt' },
    });
  });

  test('a body that was read and is longer than the service takes is too large', async () => {
    const parser = express.raw({ type: '*/*', limit: '4mb' });
    const { url } = await served(express().use(parser).use(standinMiddleware(opened())));
    const refused = await post(url, { ...CREATE, prompt: 'x'.repeat(2 ** 20) });
    expect([refused.status, await refused.json()]).toMatchObject([413, { error: { code: 'request_too_large' } }]);
  });

  test('middleware that has read the body and dropped it causes an error of the app, which says what to do', async () => {
    const app = express();
    app.use((request, _response, next) => void request.resume().once('end', () => next()));
    app.use(standinMiddleware(opened()));
    const { url } = await served(app);
    const response = await post(url);
    expect([response.status, await response.text()]).toEqual([
      500,
      expect.stringContaining('Mount standinMiddleware before'),
    ]);
    expect((await fetch(`${url}/v1/videos/x`, { headers: KEY })).status).toBe(404);
  });

  test('a middleware may set headers, such as the key', async () => {
    const app = express();
    app.use((request, _response, next) => {
      request.headers.authorization = KEY.authorization;
      next();
    });
    const { url } = await served(app.use(standinMiddleware(opened())));
    expect(await (await fetch(`${url}/v1/videos/x`)).json()).toMatchObject(NOT_FOUND);
  });
});

describe('on the wire', () => {
  const head = `Host: localhost\r\nAuthorization: ${KEY.authorization}\r\nConnection: close\r\n`;

  test('two Authorization headers are not taken for the first of them', async () => {
    const { port } = await served(withEmulator());
    const answer = await sendBytes(port, `GET /v1/videos/x HTTP/1.1\r\n${head}Authorization: Bearer other\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('a client that waits for "100 Continue" gets it once', async () => {
    const { port } = await served(withEmulator());
    const body = JSON.stringify(CREATE);
    const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n`;
    const answer = await sendBytes(port, `POST /v1/videos HTTP/1.1\r\n${head}${type}\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 202 Accepted\r\n/);
  });

  test('a clip comes whole, in part, by HEAD, and may be broken off by its client', async () => {
    const { url } = await served(withEmulator());
    const id = await created(await post(url));
    await fetch(`${url}/v1/videos/${id}`, { headers: KEY });
    const content = (headers = {}, init: RequestInit = {}): Promise<Response> =>
      fetch(`${url}/v1/videos/${id}/content`, { headers: { ...KEY, ...headers }, ...init });
    const whole = Buffer.from(await (await content()).arrayBuffer());
    const part = await content({ range: 'bytes=9-99' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 9-99/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(9, 100))).toBe(true);
    const bodiless = await content({}, { method: 'HEAD' });
    expect(bodiless.headers.get('content-length')).toBe(String(whole.length));
    const abort = new AbortController();
    const broken = await content({}, { signal: abort.signal });
    abort.abort();
    await expect(broken.arrayBuffer()).rejects.toMatchObject({ name: 'AbortError' });
    expect((await content({ range: 'bytes=0-0' })).status).toBe(206);
  });

  test('a fault breaks the connection before the answer, in the middle of a clip, or never answers', async () => {
    const faults: SettingsInput['faults'] = [
      { match: { operation: 'content', range: false }, effect: { kind: 'cut', at: 0.5 } },
      { match: { operation: 'content', range: true }, effect: { kind: 'reset', at: 'start' } },
      { match: { operation: 'create', prompt: 'silence' }, effect: { kind: 'drop' } },
    ];
    const { url } = await served(withEmulator({ faults }));
    const id = await created(await post(url));
    await fetch(`${url}/v1/videos/${id}`, { headers: KEY });
    const content = (headers = {}): Promise<Response> =>
      fetch(`${url}/v1/videos/${id}/content`, { headers: { ...KEY, ...headers } });
    const cut = await content();
    expect(Number(cut.headers.get('content-length'))).toBeGreaterThan(100_000);
    await expect(cut.arrayBuffer()).rejects.toThrow('terminated');
    await expect(content({ range: 'bytes=0-9' })).rejects.toThrow('fetch failed');
    const signal = AbortSignal.timeout(200);
    const silent = fetch(`${url}/v1/videos`, {
      method: 'POST',
      headers: { ...KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ ...CREATE, prompt: 'silence' }),
      signal,
    });
    await expect(silent).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
