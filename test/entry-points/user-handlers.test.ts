/** A server with a file of the user's MSW handlers in front of the engine. */

import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Listening } from '../../emulator/index.ts';
import { sendBytes } from '../support/raw-http.ts';
import { openHandlersFolder, type HandlersFolder } from './handlers-folder.ts';

const HANDLERS = `
import { execFile } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { bypass, delay, graphql, http, HttpResponse, passthrough, type RequestHandler } from 'msw';

const used = HttpResponse.text('once');
const endless = () => new ReadableStream({
  pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
  cancel: () => channel('standin-test').publish('canceled'),
});

export const handlers: RequestHandler[] = [
  http.get('/hello', () => HttpResponse.json({ hello: 'world' }, { status: 201, headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2']] })),
  http.all('/_standin/*', () => HttpResponse.text('mine')),
  http.all('/through', () => passthrough()),
  http.get('/network-error', () => HttpResponse.error()),
  http.get('/throws', () => { throw new Error('secret reason'); }),
  http.get('/throws-a-response', () => { throw HttpResponse.text('thrown', { status: 418 }); }),
  http.get('/used', () => used),
  http.get('/no-response', () => ({}) as Response),
  http.get('/bad-header', () => new Response('', { headers: { 'x-bad': 'a\\u0001b' } })),
  http.get('/bad-status', () => new Response('', { status: 42 })),
  http.get('/reason', () => new Response('fine', { status: 299, statusText: 'Quite So' })),
  http.get('*/v1/videos/*', async ({ request }) => {
    if (!request.headers.has('x-wants-twist')) return undefined;
    const { status } = await fetch(bypass(request));
    return HttpResponse.json({ engine: status });
  }),
  http.get('/empty', () => new Response(null, { status: 204 })),
  http.all('/endless', () => new Response(endless(), { headers: { 'x-length': 'endless' } })),
  http.get('/breaks', () => new Response(new ReadableStream({ start(controller) { controller.enqueue(new Uint8Array(9)); }, pull() { throw new Error('broke off'); } }))),
  http.post('/echo', async ({ request }) => HttpResponse.text(await request.text())),
  http.post('*/v1/videos', async ({ request }) => {
    const { prompt } = await request.clone().json() as { prompt: string };
    channel('standin-test').publish(prompt);
    if (prompt === 'wait') await delay(20);
    return prompt === 'teapot' ? new HttpResponse(null, { status: 418 }) : undefined;
  }),
  http.put('*/v1/videos', async ({ request }) => void await request.text()),
  graphql.query('Hello', () => HttpResponse.json({ data: { hello: 'graph' } })),
];
`;
const KEY = { authorization: 'Bearer sk_standin_handlers~latency-instant' };
const CREATE = { model: 'videomodel-2.5', prompt: 'a red fox', duration_seconds: 4 };

let folder: HandlersFolder;
let listening: Listening;
beforeAll(async () => {
  folder = await openHandlersFolder();
  listening = await folder.serve(HANDLERS);
});
afterAll(() => folder.close());

const at = (path: string): string => listening.url + path;

function post(body: string | ReadableStream, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(at('/v1/videos'), {
    method: 'POST',
    headers: { ...KEY, 'content-type': 'application/json', ...headers },
    body,
    ...(typeof body !== 'string' && { duplex: 'half' }),
  });
}

/** Returns the warnings of the server during an action. */
async function warningsDuring(act: () => Promise<unknown>): Promise<string[]> {
  const warnings: string[] = [];
  const hear = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', hear);
  await act();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', hear);
  return warnings;
}

/** Resolves to the next event that the handlers of this test report. */
function heard(): Promise<unknown> {
  return new Promise((resolve) => {
    channel('standin-test').subscribe(resolve);
    onTestFinished(() => {
      channel('standin-test').unsubscribe(resolve);
    });
  });
}

const raw = (bytes: string): Promise<string> => sendBytes(listening.port, bytes);

describe('a handler that answers', () => {
  test('answers instead of the engine', async () => {
    const response = await fetch(at('/hello'));
    expect([response.status, await response.json()]).toEqual([201, { hello: 'world' }]);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('x-powered-by')).toBeNull();
  });

  test('may have no body, throw its Response, or read the body without a clone', async () => {
    const empty = await fetch(at('/empty'));
    expect([empty.status, await empty.text()]).toEqual([204, '']);
    const thrown = await fetch(at('/throws-a-response'));
    expect([thrown.status, await thrown.text()]).toEqual([418, 'thrown']);
    const echo = await fetch(at('/echo'), { method: 'POST', body: 'ünïcode' });
    expect(await echo.text()).toBe('ünïcode');
  });

  test('says its own reason', async () => {
    expect(await fetch(at('/reason'))).toMatchObject({ status: 299, statusText: 'Quite So' });
  });

  test('may ask the engine first, by `bypass`', async () => {
    const headers = { ...KEY, 'x-wants-twist': 'yes' };
    const response = await fetch(at('/v1/videos/00000000-0000-4000-8000-000000000000'), { headers });
    expect(await response.json()).toEqual({ engine: 404 });
  });

  test('may be one for GraphQL', async () => {
    const query = { query: 'query Hello { hello }' };
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(at('/graphql'), { method: 'POST', headers, body: JSON.stringify(query) });
    expect(await response.json()).toEqual({ data: { hello: 'graph' } });
  });

  test('answers HEAD without a body, even if the body has no end', async () => {
    const canceled = heard();
    const response = await fetch(at('/endless'), { method: 'HEAD' });
    expect([response.status, response.headers.get('x-length')]).toEqual([200, 'endless']);
    expect(await canceled).toBe('canceled');
  });

  test('learns when the client leaves in the middle of a body', async () => {
    const canceled = heard();
    const abort = new AbortController();
    const response = await fetch(at('/endless'), { signal: abort.signal });
    await response.body?.getReader().read();
    abort.abort();
    expect(await canceled).toBe('canceled');
  });
});

describe('a request that no handler answers', () => {
  test('reaches the engine with the body that a handler looked at', async () => {
    const seen = heard();
    const response = await post(JSON.stringify(CREATE));
    expect([response.status, await response.json()]).toMatchObject([202, { status: 'pending', cost_usd: 1.12 }]);
    expect(await seen).toBe(CREATE.prompt);
  });

  test('reaches the engine when the body comes in pieces, when a handler waits for it, and when it was not cloned', async () => {
    const pieces = new ReadableStream({
      start(controller) {
        for (const piece of JSON.stringify(CREATE).match(/.{1,7}/g) ?? []) controller.enqueue(Buffer.from(piece));
        controller.close();
      },
    });
    expect((await post(pieces)).status).toBe(202);
    const length = JSON.stringify(CREATE).length;
    const head = `POST /v1/videos HTTP/1.1\r\nHost: x\r\nAuthorization: ${KEY.authorization}\r\nContent-Type: application/json\r\n`;
    const expecting = await raw(
      `${head}Content-Length: ${length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n${JSON.stringify(CREATE)}`,
    );
    expect(expecting).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 202 Accepted\r\n/);
    expect((await fetch(at('/v1/videos'), { method: 'PUT', body: 'read' })).status).toBe(405);
  });

  test('is answered by a handler only if the handler wants to', async () => {
    expect((await post(JSON.stringify({ ...CREATE, prompt: 'teapot' }))).status).toBe(418);
    const many = await Promise.all(
      Array.from({ length: 20 }, () =>
        post(JSON.stringify({ ...CREATE, prompt: 'wait' }), { 'idempotency-key': 'one' }),
      ),
    );
    const ids = await Promise.all(many.map(async (response) => ((await response.json()) as { id: string }).id));
    expect(new Set(ids).size).toBe(1);
  });

  test("is the engine's when it is passed through, unknown, or too large to look at", async () => {
    for (const path of ['/through', '/unknown']) {
      const response = await fetch(at(path));
      expect([response.status, await response.json()]).toMatchObject([404, { error: { code: 'not_found' } }]);
    }
    const large = await post(JSON.stringify({ ...CREATE, prompt: 'x'.repeat(2 ** 20) }));
    expect([large.status, await large.json()]).toMatchObject([413, { error: { code: 'request_too_large' } }]);
  });

  test("is the engine's when no web Request can be made of it", async () => {
    const close = 'Connection: close\r\n\r\n';
    expect(await raw(`TRACE /v1/videos HTTP/1.1\r\nHost: x\r\n${close}`)).toMatch(/^HTTP\/1\.1 405 /);
    expect(await raw(`GET /hello HTTP/1.1\r\n${close}`)).toMatch(/^HTTP\/1\.1 400 .*"bad_request"/s);
    expect(await raw(`GET /hello HTTP/1.1\r\nHost: a b\r\n${close}`)).toMatch(/^HTTP\/1\.1 404 .*"not_found"/s);
    expect(await raw(`GET http://u:p@x/hello HTTP/1.1\r\nHost: x\r\n${close}`)).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('may be a clip, whole, in part, by HEAD, or broken off by the client', async () => {
    const created = await post(JSON.stringify({ ...CREATE, resolution: '480p' }));
    const { id } = (await created.json()) as { id: string };
    const content = (headers = {}, init: RequestInit = {}): Promise<Response> =>
      fetch(at(`/v1/videos/${id}/content`), { headers: { ...KEY, ...headers }, ...init });
    const warnings = await warningsDuring(async () => {
      expect((await fetch(at(`/v1/videos/${id}`), { headers: KEY })).status).toBe(200);
      const whole = Buffer.from(await (await content()).arrayBuffer());
      const part = Buffer.from(await (await content({ range: 'bytes=9-99' })).arrayBuffer());
      expect(part.equals(whole.subarray(9, 100))).toBe(true);
      const head = await content({}, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(whole.length));
      const abort = new AbortController();
      const broken = await content({}, { signal: abort.signal });
      abort.abort();
      await expect(broken.arrayBuffer()).rejects.toMatchObject({ name: 'AbortError' });
    });
    expect(warnings).toEqual([]);
  });

  test("is nobody's when the client goes before its body is there", async () => {
    const warnings = await warningsDuring(async () => {
      const head =
        'POST /v1/videos HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
      const socket = connect(listening.port, listening.host);
      socket.write(head, () => socket.destroy());
      await once(socket, 'close');
      expect((await fetch(at('/hello'))).status).toBe(201);
    });
    expect(warnings).toEqual([]);
  });

  test('is never what belongs to the control API', async () => {
    expect(await (await fetch(at('/_standin/health/live'))).json()).toEqual({ status: 'live' });
  });
});

describe('a handler that fails', () => {
  test.each([
    ['/throws', 'secret reason'],
    ['/used', 'A handler returned the same Response twice. Create a new Response for each request.'],
    ['/no-response', 'A handler returned a value that is not a Response.'],
    ['/bad-header', 'Invalid character in header content ["x-bad"]'],
    ['/bad-status', 'init["status"] must be in the range of 200 to 599, inclusive.'],
  ])('%s is a 500 that keeps its reason to the server', async (path, reason) => {
    if (path === '/used') await fetch(at(path));
    const warnings = await warningsDuring(async () => {
      const response = await fetch(at(path));
      const body = await response.text();
      expect(response.status).toBe(500);
      expect(JSON.parse(body)).toMatchObject({
        error: { code: 'internal_error', request_id: response.headers.get('x-request-id') },
      });
      expect(body).not.toContain(reason);
    });
    expect(warnings).toEqual([reason]);
  });

  test('Response.error() breaks the connection', async () => {
    await expect(fetch(at('/network-error'))).rejects.toThrow('fetch failed');
  });

  test('a body that breaks off breaks the connection, and the server lives', async () => {
    const warnings = await warningsDuring(async () => {
      await expect(fetch(at('/breaks')).then((response) => response.text())).rejects.toThrow('terminated');
    });
    expect(warnings).toEqual(['broke off']);
    expect((await fetch(at('/hello'))).status).toBe(201);
  });
});
