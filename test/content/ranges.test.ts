/** Ranges and conditions on a real clip, over a socket. */

import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithClip, type Download } from './support.ts';

let clip: Download;
beforeAll(async () => {
  clip = await startWithClip();
});
afterAll(() => clip.emulator.close());

function get(headers: Record<string, string>, method = 'GET'): Promise<Response> {
  return fetch(clip.url, { method, headers: { ...clip.headers, ...headers } });
}

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Calls the control API for the account of the clip, without a key. */
function control(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${new URL(clip.url).origin}/_standin/accounts/content${path}`, init);
}

test('the control API serves the same clip without a key, a fault rule, or an entry in the journal', async () => {
  const journal = clip.emulator.journal.of('content');
  const rules = JSON.stringify({ rules: [{ id: 'down', effect: { kind: 'answer', status: 503 } }] });
  const json = { 'content-type': 'application/json' };
  await control('/faults', { method: 'PUT', headers: json, body: rules });
  const [, id] = /videos\/(.*)\/content$/.exec(clip.url) ?? [];
  const getAside = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    control(`/generations/${id}/clip`, { method, headers });
  const requests = journal.count();
  const whole = await getAside();
  expect(sha(Buffer.from(await whole.arrayBuffer()))).toBe(sha(clip.bytes));
  expect([whole.status, whole.headers.get('etag')]).toEqual([200, clip.etag]);
  const part = await getAside({ range: 'bytes=10-19', 'if-range': clip.etag });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${clip.bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(clip.bytes.subarray(10, 20));
  expect((await getAside({ 'if-none-match': clip.etag })).status).toBe(304);
  const head = await getAside({}, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(clip.bytes.length)]);
  const codes = await Promise.all(
    [{ range: `bytes=${clip.bytes.length}-` }, { 'if-match': '"other"' }].map(async (headers) => {
      const answer = await getAside(headers);
      return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
    }),
  );
  expect(codes).toEqual([
    [416, 'range_not_satisfiable'],
    [412, 'precondition_failed'],
  ]);
  expect(journal.count()).toBe(requests);
  expect(await (await control('/faults')).json()).toMatchObject({ rules: [{ seen: 0 }] });
  await control('/faults/down', { method: 'DELETE', headers: json });
});

test('the whole clip is an MP4 with its length, a strong tag and accepted ranges', async () => {
  const response = await get({});
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect(response.headers.get('content-length')).toBe(String(clip.bytes.length));
  expect(response.headers.get('accept-ranges')).toBe('bytes');
  expect(response.headers.get('cache-control')).toBe('private');
  expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
  expect(response.headers.get('content-encoding')).toBeNull();
  expect(clip.bytes.subarray(4, 8).toString()).toBe('ftyp');
});

test('random partitions, fetched as ranges and joined, give the same bytes', async () => {
  const size = clip.bytes.length;
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: size - 1 }), { maxLength: 12 }), async (cuts) => {
      const edges = [0, ...cuts.toSorted((a, b) => a - b), size];
      const parts = await Promise.all(
        edges.slice(1).map(async (end, at) => {
          const start = edges[at] ?? 0;
          const response = await get({ range: `bytes=${start}-${end - 1}`, 'if-range': clip.etag });
          expect(response.status).toBe(206);
          expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`);
          return Buffer.from(await response.arrayBuffer());
        }),
      );
      expect(sha(Buffer.concat(parts))).toBe(sha(clip.bytes));
    }),
    { numRuns: 25 },
  );
});

describe('a range', () => {
  const size = (): number => clip.bytes.length;
  test.each([
    ['bytes=0-99', () => [0, 99]],
    ['bytes=100-', () => [100, size() - 1]],
    ['bytes=-100', () => [size() - 100, size() - 1]],
    ['BYTES=0-9', () => [0, 9]],
    ['bytes=0-999999999999999999999999999999', () => [0, size() - 1]],
    ['bytes=-999999999999999999999999999999', () => [0, size() - 1]],
    ['bytes=, 5-6 ,', () => [5, 6]],
  ] as const)('%s is answered with that part', async (range, place) => {
    const [start = 0, end = 0] = place();
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${size()}`]);
    expect(response.headers.get('content-length')).toBe(String(end - start + 1));
    expect(Buffer.from(await response.arrayBuffer()).equals(clip.bytes.subarray(start, end + 1))).toBe(true);
  });

  test.each([
    'bytes=0-9,20-29',
    'bytes=500-0',
    'bytes=abc',
    'bytes=',
    'bytes=1-2-3',
    'pages=1-2',
    'bytes=0x0-5',
    'bytes=--5',
  ])('%s is answered with the whole', async (range) => {
    const response = await get({ range });
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(size());
  });

  test.each([
    () => `bytes=${size()}-`,
    () => `bytes=${size()}-${size() + 9}`,
    () => 'bytes=-0',
    () => 'bytes=999999999999999999999999999999-',
  ])('beyond the end is 416 and tells the size (%#)', async (range) => {
    const response = await get({ range: range() });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size()}`]);
    expect(await response.json()).toMatchObject({ error: { code: 'range_not_satisfiable' } });
  });
});

describe('a condition', () => {
  test('If-None-Match with the tag, weak or strong, or a star, is 304 without a body, and beats the range', async () => {
    for (const tag of [clip.etag, `W/${clip.etag}`, `"x", ${clip.etag}`, '*']) {
      const response = await get({ 'if-none-match': tag, range: 'bytes=0-9' });
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([304, 0]);
      expect(response.headers.get('etag')).toBe(clip.etag);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('If-Match with another tag, or a weak one, is 412', async () => {
    for (const tag of ['"other"', `W/${clip.etag}`]) expect((await get({ 'if-match': tag })).status).toBe(412);
    expect((await get({ 'if-match': `"other", ${clip.etag}` })).status).toBe(200);
  });

  test('If-Range that does not match gives the whole, even if the range starts after the end', async () => {
    for (const range of ['bytes=0-9', `bytes=${clip.bytes.length}-`]) {
      for (const validator of ['"other"', `W/${clip.etag}`, new Date(0).toUTCString()]) {
        const response = await get({ range, 'if-range': validator });
        expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, clip.bytes.length]);
      }
    }
  });

  test('If-Range with the very date lets the range stand; If-Range alone does nothing', async () => {
    const date = (await get({}, 'HEAD')).headers.get('last-modified') ?? '';
    expect((await get({ range: 'bytes=0-9', 'if-range': date })).status).toBe(206);
    expect((await get({ 'if-range': '"other"' })).status).toBe(200);
  });

  test('If-Modified-Since with the date is 304, with an earlier date 200, and a text that is not a date has no effect', async () => {
    const date = (await get({}, 'HEAD')).headers.get('last-modified') ?? '';
    expect((await get({ 'if-modified-since': date })).status).toBe(304);
    expect((await get({ 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200);
    expect((await get({ 'if-modified-since': 'tomorrow 1' })).status).toBe(200);
  });
});

test('HEAD tells of the whole clip and ignores a range', async () => {
  const response = await get({ range: 'bytes=0-9' }, 'HEAD');
  expect([response.status, response.headers.get('content-length')]).toEqual([200, String(clip.bytes.length)]);
  expect(response.headers.get('content-range')).toBeNull();
});

test('a client that holds back a body of its own still gets the whole clip, and the connection ends', async () => {
  const { hostname, pathname, port } = new URL(clip.url);
  const head = `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: ${clip.headers.authorization}\r\n`;
  for (const held of ['Expect: 100-continue\r\nContent-Length: 3', 'Transfer-Encoding: chunked']) {
    const socket = connect(Number(port), hostname);
    socket.write(`${head}${held}\r\n\r\n`);
    const answer = await buffer(socket);
    expect(answer.subarray(0, answer.indexOf('\r\n\r\n')).toString()).toMatch(/^HTTP\/1.1 200 .*connection: close/is);
    expect(sha(answer.subarray(answer.indexOf('\r\n\r\n') + 4))).toBe(sha(clip.bytes));
  }
});

test('a range on what has no clip is answered as the failure', async () => {
  const other = clip.url.replace(/[0-9a-f-]{36}/, crypto.randomUUID());
  const response = await fetch(other, { headers: { ...clip.headers, range: 'bytes=0-9' } });
  expect(response.status).toBe(404);
  expect((await fetch(clip.url, { headers: { range: 'bytes=0-9' } })).status).toBe(401);
});
