/** `standin/msw` as a test of an SDK uses it, with one version of MSW: requests by global fetch and by node:http. */

// MSW replaces members of the module. A named import would keep the original for ever.
import nodeHttp, { type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { ask, create, CREATE, headersOf, type Ask, type Video } from './ask.ts';
import type { Msw } from './msw-versions.ts';

const BASE = 'http://api.video.test:8443/media (a*)';
const PLAIN = 'https://plain.video.test';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function askByHttp(url: string, { method = 'GET', headers = headersOf(), body }: Ask = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = nodeHttp.request(url, { method, headers }, (response) => {
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes }),
        reject,
      );
    });
    request.on('error', reject).end(body);
  });
}

export function mswSuite({ major, http, HttpResponse, setupServer, videoHandlers }: Msw): void {
  const emulator = createEmulator();
  const server = setupServer(...videoHandlers({ baseUrl: BASE, emulator }), ...videoHandlers({ baseUrl: PLAIN }));

  async function completed(): Promise<string> {
    const { id } = await create(BASE);
    const record = (await (await ask(`${BASE}/v1/videos/${id}`)).json()) as Video;
    expect(record).toMatchObject({ status: 'completed', output: { url: `/v1/videos/${id}/content` } });
    return `${BASE}/v1/videos/${id}/content`;
  }

  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(async () => {
    server.close();
    await emulator.close();
  });

  describe('requests by global fetch', () => {
    test('a generation is created, polled and downloaded, whole and in part', async () => {
      const content = await completed();
      const whole = await ask(content);
      expect(whole.status).toBe(200);
      expect(whole.headers.get('content-type')).toBe('video/mp4');
      const bytes = Buffer.from(await whole.arrayBuffer());
      expect(bytes.length).toBe(Number(whole.headers.get('content-length')));
      expect(bytes.subarray(4, 8).toString('latin1')).toBe('ftyp');

      const part = await ask(content, { headers: { ...headersOf(), range: 'bytes=100-299' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes 100-299/${bytes.length}`);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true);

      const head = await ask(content, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(bytes.length));
      expect(await head.text()).toBe('');

      const etag = whole.headers.get('etag') ?? '';
      const unchanged = await ask(content, { headers: { ...headersOf(), 'if-none-match': etag } });
      expect([unchanged.status, unchanged.body]).toEqual([304, null]);
    });

    test('a download that the client aborts ends with its reason', async () => {
      const content = await completed();
      const abort = new AbortController();
      const response = await fetch(content, { headers: headersOf(), signal: abort.signal });
      abort.abort();
      await expect(response.arrayBuffer()).rejects.toMatchObject({ name: 'AbortError' });
    });

    test('a request that the client aborts while its clip is made leaves no complaint', async () => {
      const complaints = vi.spyOn(console, 'error');
      onTestFinished(() => complaints.mockRestore());
      const content = await completed();
      const abort = new AbortController();
      const response = fetch(content, { headers: headersOf(), signal: abort.signal });
      setImmediate(() => abort.abort());
      await expect(response).rejects.toMatchObject({ name: 'AbortError' });
      await completed();
      expect(complaints.mock.calls).toEqual([]);
    });

    // From Node 26 on, fetch ignores how a stream clones itself, so MSW's wait cannot be fixed from outside.
    const isFixable = Number(process.versions.node.split('.')[0]) < 26;

    test.runIf(isFixable)('the body of a refusal can be canceled, as SDKs do before they try again', async () => {
      const response = await ask(`${BASE}/v1/videos`, { method: 'POST', headers: {} });
      expect(response.status).toBe(401);
      await response.body?.cancel();
      expect(response.body?.locked).toBe(false);
    });

    test('listeners of MSW can read the answer too', async () => {
      onTestFinished(() => server.events.removeAllListeners());
      const heard = new Promise<unknown>((resolve) => {
        server.events.on('response:mocked', ({ response }) => resolve(response.json()));
      });
      const response = await ask(`${BASE}/v1/videos`, { headers: {} });
      expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
      expect(await heard).toMatchObject({ error: { code: 'method_not_allowed' } });
    });

    test('listeners of MSW can read the request after the emulator did', async () => {
      onTestFinished(() => server.events.removeAllListeners());
      const heard = new Promise<unknown>((resolve) => {
        server.events.on('response:mocked', ({ request }) => resolve(request.clone().json()));
      });
      await create(BASE);
      expect(await heard).toEqual(CREATE);
    });

    test('a body over 1 MiB is refused', async () => {
      const body = JSON.stringify({ ...CREATE, prompt: 'x'.repeat(2 ** 20) });
      const response = await ask(`${BASE}/v1/videos`, { method: 'POST', body });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ error: { code: 'request_too_large' } });
    });

    test('a path outside of the API, or a method that its path does not have, gets the envelope', async () => {
      const cases = [
        ['GET', '/v1', 404, 'not_found'],
        ['GET', '/v1/elsewhere', 404, 'not_found'],
        ['POST', '/v1/videos/x/content', 405, 'method_not_allowed'],
        ['DELETE', '/v1/videos', 405, 'method_not_allowed'],
        ['GET', '/v1/videos/%2F..%2F', 404, 'video_not_found'],
        // MSW 3 reads requests with Node's parser, which breaks the connection at a method that it does not know.
        ...(major === 2 ? [['BREW', '/v1/videos', 405, 'method_not_allowed'] as const] : []),
      ] as const;
      for (const [method, path, status, code] of cases) {
        const response = await ask(BASE + path, { method });
        expect([path, response.status, await response.json()]).toMatchObject([path, status, { error: { code } }]);
        expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
    });

    test('paths outside of /v1 are left to other handlers', async () => {
      server.use(
        http.get(`${new URL(BASE).origin}/*`, ({ request }) => HttpResponse.text(new URL(request.url).pathname)),
      );
      server.use(...videoHandlers({ baseUrl: BASE, emulator }));
      for (const path of ['/health', '/media%20(a*)/v10', '/media%20(a*)/v1x/videos', '/v1/videos']) {
        expect(await (await ask(new URL(path, BASE).href)).text()).toBe(path);
      }
    });

    test('a handler in front answers once, and what it lets go reaches the emulator with its body', async () => {
      const seen: unknown[] = [];
      server.use(
        http.post(`${PLAIN}/v1/videos`, () => HttpResponse.json({}, { status: 503 }), { once: true }),
        http.post(`${PLAIN}/v1/videos`, async ({ request }) => void seen.push(await request.clone().json())),
      );
      const body = JSON.stringify(CREATE);
      expect((await ask(`${PLAIN}/v1/videos`, { method: 'POST', body })).status).toBe(503);
      expect((await ask(`${PLAIN}/v1/videos`, { method: 'POST', body })).status).toBe(202);
      expect(seen).toEqual([CREATE]);
    });
  });

  describe('requests by node:http', () => {
    test('a generation is created, polled and downloaded in part', async () => {
      const created = await askByHttp(`${BASE}/v1/videos`, { method: 'POST', body: JSON.stringify(CREATE) });
      expect(created.status).toBe(202);
      const { id } = JSON.parse(created.body.toString()) as Video;
      const record = await askByHttp(`${BASE}/v1/videos/${id}`);
      expect(JSON.parse(record.body.toString())).toMatchObject({ id, status: 'completed' });
      const part = await askByHttp(`${BASE}/v1/videos/${id}/content`, {
        headers: { ...headersOf(), range: 'bytes=4-7' },
      });
      expect([part.status, part.headers['content-length'], part.body.toString('latin1')]).toEqual([206, '4', 'ftyp']);
    });

    test('HEAD tells the length and sends nothing', async () => {
      const content = await completed();
      const whole = await askByHttp(content);
      const head = await askByHttp(content, { method: 'HEAD' });
      expect([head.status, head.body.length]).toEqual([200, 0]);
      expect(head.headers['content-length']).toBe(String(whole.body.length));
    });

    test.each(['TRACE', 'PROPFIND'])('%s is not a method of the API', async (method) => {
      const { status, headers } = await askByHttp(`${BASE}/v1/videos`, { method });
      expect([status, headers.allow]).toEqual([405, 'POST']);
    });
  });

  test('answers equal the answers of the server, header by header', async () => {
    const { url } = await emulator.listen({ port: 0 });
    const { id } = await create(BASE);
    const asks: [string, Ask][] = [
      ['/v1/videos', { method: 'POST', body: JSON.stringify(CREATE) }],
      ['/v1/videos', { method: 'POST', body: '{' }],
      ['/v1/videos', { method: 'PUT' }],
      ['/v1/videos', { headers: {} }],
      ['/v1/videos', { method: 'POST', headers: {} }],
      [`/v1/videos/${id}`, {}],
      [`/v1/videos/${id}`, { method: 'HEAD' }],
      [`/v1/videos/${id}/content`, { method: 'HEAD' }],
      [`/v1/videos/${id}/content`, { headers: { ...headersOf(), range: 'bytes=0-9' } }],
      [`/v1/videos/${id}/content`, { headers: { ...headersOf(), range: 'bytes=999999999-' } }],
    ];
    server.use(http.all(`${url}/*`, () => undefined));
    for (const [path, asked] of asks) {
      const [mocked, served] = [await askByHttp(BASE + path, asked), await askByHttp(url + path, asked)];
      expect([path, toShape(mocked)]).toEqual([path, toShape(served)]);
    }
  });
}

/** Returns an answer without the values that differ in each request or belong to a connection. */
function toShape({ status, headers, body }: Answer): unknown {
  // The first request waits for the clip, and its answer carries the waiting time.
  const { connection: _, 'keep-alive': __, 'server-timing': ___, ...kept } = headers;
  const text = body.toString('latin1').replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>');
  return { status, headers: { ...kept, date: typeof kept.date, 'x-request-id': typeof kept['x-request-id'] }, text };
}
