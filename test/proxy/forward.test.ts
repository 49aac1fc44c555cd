/** A proxy passes on requests and answers unchanged, except for headers of a single connection. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { KEY, openRig, openUpstream, recordOf, type Rig, type UpstreamEmulator } from './rig.ts';

describe('in front of an emulator', () => {
  let upstream: UpstreamEmulator;
  let rig: Rig;
  let id: string;

  beforeAll(async () => {
    upstream = await openUpstream();
    rig = await openRig(upstream.url);
    ({ id } = await recordOf(await rig.create()));
    for (let poll = 0; poll < 3; poll += 1) await (await rig.ask(`/v1/videos/${id}`)).text();
    // The test renders the clip first, because on a slow machine that takes longer than the proxy waits.
    await (await direct(`/v1/videos/${id}/content`)).arrayBuffer();
  });

  afterAll(async () => {
    await rig.close();
    await upstream.emulator.close();
  });

  const direct = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(upstream.url + path, { method, headers: { authorization: `Bearer ${KEY}`, ...headers } });

  /** Returns the headers without values that differ in each answer, and without headers that every proxy adds. */
  const shown = (answer: Response): object => {
    const own = new Set(['date', 'x-request-id', 'x-standin-request-id', 'server-timing', 'keep-alive', 'connection']);
    for (const name of ['content-security-policy', 'x-content-type-options']) own.add(name);
    return Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name)));
  };

  test.for([
    ['the record', '', {}, 'GET'],
    ['the head of the record', '', {}, 'HEAD'],
    ['the clip', '/content', {}, 'GET'],
    ['the head of the clip', '/content', {}, 'HEAD'],
    ['a range', '/content', { range: 'bytes=100-299' }, 'GET'],
    ['the end', '/content', { range: 'bytes=-50' }, 'GET'],
    ['a range beyond the end', '/content', { range: 'bytes=99999999-' }, 'GET'],
    ['a clip that the client has', '/content', { 'if-none-match': '*' }, 'GET'],
    ['a clip that has to be another', '/content', { 'if-match': '"other"' }, 'GET'],
    ['a range of another clip', '/content', { range: 'bytes=0-9', 'if-range': '"other"' }, 'GET'],
  ] as const)('%s passes byte for byte, with its headers', async ([, tail, headers, method]) => {
    const path = `/v1/videos/${id}${tail}`;
    const [through, straight] = [await rig.ask(path, { headers, method }), await direct(path, headers, method)];
    expect([through.status, shown(through)]).toEqual([straight.status, shown(straight)]);
    const [ours, theirs] = [Buffer.from(await through.arrayBuffer()), Buffer.from(await straight.arrayBuffer())];
    if (through.status < 300) expect(ours.equals(theirs)).toBe(true);
    expect(through.headers.get('x-request-id')).not.toBe(through.headers.get('x-standin-request-id'));
  });

  test('refusals of the service pass: no key, a wrong key, an unknown id, a bad body', async () => {
    const without = await fetch(`${rig.url}/v1/videos/${id}`);
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect((await rig.ask('/v1/videos/nothing')).status).toBe(404);
    expect((await rig.create({}, { model: 'other' })).status).toBe(400);
    const entries = await rig.entries();
    expect(entries.at(-1)).toMatchObject({ status: 400, upstream: { answer: 'passed', status: 400 } });
  });

  test('no other path passes, however an id is spelled', async () => {
    const before = upstream.emulator.account('caller').journal.entries().length;
    for (const path of [
      '/v1/models',
      '/v1/videos/',
      '/v1/videos/%2e%2e',
      '/v1/videos/%252e%252e',
      '/v1/videos/a%2Fb',
    ]) {
      expect((await rig.ask(path)).status, path).toBe(404);
    }
    expect((await rig.ask('/v1/videos', { method: 'DELETE' })).status).toBe(405);
    expect(upstream.emulator.account('caller').journal.entries().length).toBe(before);
  });

  test('no key is kept: a fingerprint stands in the journal, a label names the account', async () => {
    const answer = await fetch(`${rig.url}/v1/videos/${id}`, {
      headers: { authorization: 'Bearer top-secret-key-17' },
    });
    expect(answer.status).toBe(401);
    const names = (await (await fetch(`${rig.url}/_standin/accounts`)).json()) as { accounts: { name: string }[] };
    expect(names.accounts.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^key:[\w-]{16}$/));
    const all = await Promise.all(
      names.accounts.map(async ({ name }) =>
        (await fetch(`${rig.url}/_standin/accounts/${encodeURIComponent(name)}/journal`)).text(),
      ),
    );
    expect(all.join('')).not.toContain('top-secret');
  });

  test('features that need an emulator are refused with a reason', async () => {
    const call = (method: string, path: string, body?: object): Promise<Response> =>
      fetch(`${rig.url}/_standin/${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
    const refused = [
      await call('POST', 'accounts/caller/clock/advance', { seconds: 1 }),
      await call('POST', `accounts/caller/generations/${id}/move`, { status: 'failed' }),
      await call('PUT', 'accounts/caller/balance', { balance_usd: 1 }),
      await call('GET', 'accounts/caller/snapshot'),
      await call('POST', 'accounts', {}),
    ];
    for (const answer of refused) {
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect([answer.status, error.code, error.message]).toEqual([
        501,
        'not_in_proxy',
        expect.stringContaining('proxy'),
      ]);
    }
    expect((await call('GET', 'health/ready')).status).toBe(200);
    expect((await call('GET', 'accounts/caller/journal')).status).toBe(200);
  });
});

describe('in front of any server', () => {
  const seen: IncomingMessage[] = [];
  let answerWith: (request: IncomingMessage, response: ServerResponse) => void;
  let server: Server;
  let rig: Rig;

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request);
      request.resume();
      request.once('end', () => answerWith(request, response));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    rig = await openRig(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`, { timeoutSeconds: 1 });
  });

  afterAll(async () => {
    await rig.close();
    server.close();
  });

  test('hop-by-hop headers stay behind, in both directions, and so do those for Standin', async () => {
    answerWith = (_, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.writeHead(404, { connection: 'keep-alive, x-hop', 'x-hop': '1', 'x-own': '2', 'x-standin-fault': 'no' });
      response.end('{}');
    };
    const answer = await rig.ask('/v1/videos/some?query=1', {
      headers: { 'x-standin-scenario': 'content_drip', te: 'trailers', 'x-mine': '3' },
    });
    expect([answer.headers.get('x-hop'), answer.headers.get('x-own')]).toEqual([null, '2']);
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('x-standin-fault')).toBeNull();
    const { url, headers } = seen.at(-1) ?? { url: '', headers: {} };
    expect(url).toBe('/base/v1/videos/some?query=1');
    expect(headers).toMatchObject({
      'x-mine': '3',
      authorization: `Bearer ${KEY}`,
      via: expect.stringMatching(/^1\.1 standin-/),
    });
    expect(headers).not.toHaveProperty('te');
    expect(headers).not.toHaveProperty('x-standin-scenario');
    expect(headers.host).toBe(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  });

  test('a redirect is given to the caller, and not followed', async () => {
    answerWith = (_, response) => response.writeHead(302, { location: 'http://other.example/clip' }).end();
    const before = seen.length;
    const answer = await rig.ask('/v1/videos/some/content');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://other.example/clip']);
    expect(seen.length).toBe(before + 1);
  });

  test('a service that closes the connection, stays silent or does not speak HTTP has its own reason in the journal', async () => {
    answerWith = (request) => request.socket.destroy();
    const closed = await rig.ask('/v1/videos/some');
    answerWith = () => undefined;
    const silent = await rig.ask('/v1/videos/some');
    answerWith = (request) => request.socket.end('HTTP/1.1 garbage\r\n\r\n');
    const garbage = await rig.ask('/v1/videos/some');
    expect([closed.status, silent.status, garbage.status]).toEqual([502, 504, 502]);
    expect(await garbage.json()).toMatchObject({ error: { code: 'service_unavailable', message: expect.any(String) } });
    const entries = (await rig.entries()).slice(-3);
    expect(entries.map(({ upstream }) => upstream?.answer)).toEqual(['none', 'none', 'none']);
    expect(entries.map(({ upstream }) => upstream?.problem)).toEqual([
      expect.stringContaining('closed the connection'),
      expect.stringContaining('did not respond in time'),
      expect.stringContaining('not valid HTTP'),
    ]);
  });

  test('a clip that the service cuts is cut, with what came before', async () => {
    answerWith = (_, response) => {
      response.writeHead(200, { 'content-length': '100000', 'content-type': 'video/mp4' });
      response.write(Buffer.alloc(40_000), () => response.destroy());
    };
    const answer = await rig.ask('/v1/videos/some/content');
    let bytes = 0;
    const reading = (async () => {
      for await (const chunk of answer.body ?? []) bytes += chunk.length;
    })();
    await expect(reading).rejects.toThrow('terminated');
    expect([answer.status, bytes]).toEqual([200, 40_000]);
    await expect.poll(async () => (await rig.entries()).at(-1)?.upstream?.problem).toMatch(/^(cut|reset)$/);
    expect((await rig.entries()).at(-1)).toMatchObject({ is_aborted: false, faults: [] });
  });

  test('a record that is cut is cut, and a record without an end does not grow the process', async () => {
    answerWith = (_, response) => {
      response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' });
      response.write('{"id":', () => response.destroy());
    };
    const cut = await rig.ask('/v1/videos/some');
    await expect(cut.text()).rejects.toThrow('terminated');
    let isOver = false;
    answerWith = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.once('close', () => (isOver = true));
      const more = (): void => {
        if (isOver) return;
        if (response.write(Buffer.alloc(65_536, 0x20))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    };
    const endless = await rig.ask('/v1/videos/some');
    await endless.body?.cancel();
    await expect.poll(() => isOver).toBe(true);
  });

  test('huge headers, headers without an end and lengths that lie neither hang nor mix up answers', async () => {
    const raw = (text: string) => (request: IncomingMessage) => void request.socket.write(text);
    answerWith = raw(`HTTP/1.1 200 OK\r\nx-huge: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect((await rig.ask('/v1/videos/some')).status).toBe(502);
    answerWith = (request) => {
      const drip = setInterval(() => request.socket.write('x: y\r\n'), 100);
      request.socket.once('close', () => clearInterval(drip));
      request.socket.write('HTTP/1.1 200 OK\r\n');
    };
    expect((await rig.ask('/v1/videos/some')).status).toBe(504);
    answerWith = raw(
      'HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nmore',
    );
    expect(await (await rig.ask('/v1/videos/some')).text()).toBe('{}');
    answerWith = (_, response) => response.writeHead(404).end('{"own":1}');
    for (let time = 0; time < 3; time += 1) {
      expect(await (await rig.ask('/v1/videos/some')).text()).toBe('{"own":1}');
    }
  });

  test('an invalid status, and a change of protocol without a request for it, are not valid HTTP', async () => {
    const raw = (text: string) => (request: IncomingMessage) => void request.socket.write(text);
    const before = seen.length;
    for (const text of [
      'HTTP/1.1 000 None\r\ncontent-length: 2\r\n\r\n{}',
      'HTTP/1.1 099 None\r\ncontent-length: 2\r\n\r\n{}',
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\nhello',
    ]) {
      answerWith = raw(text);
      expect((await rig.ask('/v1/videos/some/content')).status, text).toBe(502);
      expect((await rig.create()).status, text).toBe(502);
    }
    expect(seen.length).toBe(before + 6);
    expect(rig.proxy.spending()).toMatchObject({ spent: 0, uncertain: 1.44 });
  });

  test('interim answers come before the answer and do not replace it', async () => {
    answerWith = (_, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeProcessing();
      response.writeHead(404).end('{}');
    };
    const answer = await rig.ask('/v1/videos/some');
    expect([answer.status, await answer.text()]).toEqual([404, '{}']);
  });

  test('header bytes outside of ASCII pass as they are, also before a text', async () => {
    answerWith = (_, response) => response.writeHead(200, { 'x-name': '\xe9\xff' }).end(Buffer.from('{"a":"é"}'));
    for (const path of ['/v1/videos/some', '/v1/videos/some/content']) {
      const answer = await rig.ask(path);
      expect([answer.headers.get('x-name'), await answer.text()]).toEqual(['\xe9\xff', '{"a":"é"}']);
    }
  });

  test('a connection that lies idle and is closed as it is used again: a poll is asked anew, a create is not', async () => {
    const closedByUse = async (ask: () => Promise<Response>): Promise<readonly [status: number, asked: number]> => {
      answerWith = (_, response) => response.end('{}');
      await (await rig.ask('/v1/videos/some')).text();
      const before = seen.length;
      answerWith = (request, response) => (seen.length === before + 1 ? request.socket.destroy() : response.end('{}'));
      return [(await ask()).status, seen.length - before];
    };
    expect(await closedByUse(() => rig.ask('/v1/videos/some'))).toEqual([200, 2]);
    expect(await closedByUse(() => rig.create())).toEqual([502, 1]);
  });

  test('`fetch` answers in the process as the socket does, cookies too', async () => {
    answerWith = (_, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.end(Buffer.alloc(300_000, 7));
    };
    const answer = await rig.proxy.fetch('http://proxy/v1/videos/some/content', {
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect((await answer.arrayBuffer()).byteLength).toBe(300_000);
    expect(rig.proxy.journal.of('caller').entries().at(-1)).toMatchObject({ operation: 'content', status: 200 });
  });

  test('a request that has been here before is not sent again', async () => {
    const around = await openRig(rig.url);
    const own = await fetch(`${around.url}/v1/videos/some`, { headers: { via: '1.1 elsewhere' } });
    await own.text();
    const via = seen.at(-1)?.headers.via ?? '';
    const before = seen.length;
    const looped = await rig.ask('/v1/videos/some', { headers: { via } });
    expect([looped.status, await looped.text()]).toEqual([502, expect.stringContaining('the address of this proxy')]);
    expect(seen.length).toBe(before);
    await around.close();
  });
});

test('a certificate of an unknown authority prevents the connection, and nothing is spent', async () => {
  const emulator = createEmulator({ tls: 'self-signed' });
  const { url } = await emulator.listen({ port: 0 });
  const rig = await openRig(url);
  const answer = await rig.create();
  expect([answer.status, await answer.text()]).toEqual([
    502,
    expect.stringContaining('could not make a secure connection'),
  ]);
  expect(rig.proxy.spending()).toMatchObject({ spent: 0, uncertain: 0 });
  await rig.close();
  await emulator.close();
});

test('options that only the service decides do not exist', async () => {
  const options = { budget: 1, latency: 'instant' };
  await expect(openRig('http://127.0.0.1:9', options)).rejects.toThrow('latency: is not an option of a proxy');
});

test.for([
  ['http://example.com', /https/],
  ['https://user:secret@example.com', /user name/],
  ['https://example.com/v1', /before \/v1/],
  ['https://example.com/v1/videos', /before \/v1/],
  ['https://example.com/base/v1/videos/', /before \/v1/],
  ['https://example.com/?a=1', /must not contain \?/],
  ['ftp://example.com', /must be the URL/],
  ['https://127.0.0.1', /not public/],
  ['https://[::1]', /not public/],
  ['https://169.254.169.254', /not public/],
  ['https://localhost', /not public/],
] as const)('%s is refused as upstream', async ([upstream, message]) => {
  await expect(openRig(upstream, { allowPrivate: false })).rejects.toThrow(message);
});
